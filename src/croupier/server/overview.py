"""All tables at a glance, for those of the staff who watch the floor."""

from collections.abc import Callable, Mapping

from croupier.protocol import frames as f
from croupier.protocol import views as v
from croupier.round.commands import Actor
from croupier.server.channel import Channel, Viewer, encode
from croupier.server.link import frame
from croupier.server.overseeing import Day, rates_of
from croupier.server.people import Office
from croupier.server.views import alert_view, approval_view, floor_for, rate_views, reads_all


class Overview:
    """Who watches the floor, and what they see."""

    def __init__(self, channels: Mapping[str, Channel], office: Office) -> None:
        self._channels = channels
        self._office = office
        self._watchers: set[Viewer] = set()
        self.days: dict[str, Day] = {}
        """Of each table how often people decided about money."""
        self.hours: Callable[[], tuple[str, str]] = lambda: ("", "")
        """The gaming day by the house's clock, and when such days end."""

    def view(self) -> v.FloorView:
        """Every table, what stands, and what waits for a second person."""
        office, (day, closes) = self._office.state, self.hours()
        return v.FloorView(
            gaming_day=day,
            closes=closes,
            tables=tuple(channel.row() for channel in self._channels.values()),
            alerts=tuple(alert_view(each) for each in office.alerts.values()),
            approvals=tuple(approval_view(each) for each in office.approvals.values()),
            acting={
                name: one.acting for name, one in office.staff.items() if one.acting is not None
            },
            rates=rate_views(rates_of(self._office, self.days.values())),
        )

    def watch(self, viewer: Viewer) -> None:
        """Show someone the floor, now and from now on."""
        self._watchers.add(viewer)
        viewer.put(self._frame(viewer, self.view()))

    def leave(self, viewer: Viewer) -> None:
        """Someone watches no longer."""
        self._watchers.discard(viewer)

    def tell(self) -> None:
        """Tell everyone who watches how it stands."""
        if self._watchers:
            floor = self.view()
            whole = frame(encode(f.FloorFrame(floor=floor)))
            for viewer in list(self._watchers):
                all_ = viewer.actor is not None and reads_all(self._office.at_most(viewer.actor))
                viewer.put(whole if all_ else self._frame(viewer, floor))

    def _frame(self, viewer: Viewer, floor: v.FloorView) -> bytes:
        assert viewer.actor is not None, "only staff watch the floor"
        return frame(encode(f.FloorFrame(floor=self.seen_by(viewer.actor, floor))))

    def seen_by(self, actor: Actor, floor: v.FloorView | None = None) -> v.FloorView:
        """The floor as someone may see it."""
        return floor_for(floor or self.view(), self._office.at_most(actor))
