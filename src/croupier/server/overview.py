"""All tables at a glance, for those of the staff who watch the floor."""

from collections.abc import Mapping

from croupier.protocol import frames as f
from croupier.protocol import views as v
from croupier.server.channel import Channel, Viewer, encode
from croupier.server.link import frame
from croupier.server.people import Office
from croupier.server.views import alert_view, approval_view


class Overview:
    """Who watches the floor, and what they see."""

    def __init__(self, channels: Mapping[str, Channel], office: Office) -> None:
        self._channels = channels
        self._office = office
        self._watchers: set[Viewer] = set()

    def view(self) -> v.FloorView:
        """Every table, what stands, and what waits for a second person."""
        office = self._office.state
        return v.FloorView(
            tables=tuple(channel.row() for channel in self._channels.values()),
            alerts=tuple(alert_view(each) for each in office.alerts.values()),
            approvals=tuple(approval_view(each) for each in office.approvals.values()),
            acting={
                name: one.acting for name, one in office.staff.items() if one.acting is not None
            },
        )

    def watch(self, viewer: Viewer) -> None:
        """Show someone the floor, now and from now on."""
        self._watchers.add(viewer)
        viewer.put(self._frame())

    def leave(self, viewer: Viewer) -> None:
        """Someone watches no longer."""
        self._watchers.discard(viewer)

    def tell(self) -> None:
        """Tell everyone who watches how it stands."""
        if self._watchers:
            ready = self._frame()
            for viewer in list(self._watchers):
                viewer.put(ready)

    def _frame(self) -> bytes:
        return frame(encode(f.FloorFrame(floor=self.view())))
