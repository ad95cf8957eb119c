"""The tables and functions of a journal in PostgreSQL, the steps that make them, and their check.

The functions write for their owner: ``append`` takes the next entries of each stream or nothing,
and ``drop_through`` takes entries out only up to one that it then keeps as the base. A role that
may only call them can neither change an entry nor take one out of the middle or from the end.
"""

import re
from hashlib import sha256

STEP_1 = """
CREATE TABLE journal_format (format integer NOT NULL);
INSERT INTO journal_format VALUES (1);
CREATE TABLE streams (
    id integer PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    head_seq bigint NOT NULL,
    head_hash bytea NOT NULL,
    base_seq bigint NOT NULL,
    base_hash bytea NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE entries (
    stream_id integer NOT NULL,
    seq bigint NOT NULL,
    at_ms bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    body bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (stream_id, seq)
);
CREATE TABLE lease (
    scope text PRIMARY KEY,
    epoch bigint NOT NULL,
    server text NOT NULL,
    backend integer NOT NULL,
    taken_at timestamptz NOT NULL,
    renewed_at timestamptz NOT NULL
);
INSERT INTO lease VALUES ('house', 0, '', 0, now(), now());
CREATE FUNCTION append(
    ids integer[], names text[], old_seqs bigint[], old_hashes bytea[],
    new_seqs bigint[], new_hashes bytea[],
    of_streams integer[], seqs bigint[], times bigint[], events text[], versions bigint[],
    bodies bytea[], hashes bytea[]
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    moved integer;
BEGIN
    INSERT INTO streams
    SELECT n.id, n.name, 0, n.old_hash, 0, n.old_hash
    FROM unnest(ids, names, old_seqs, old_hashes) AS n(id, name, old_seq, old_hash)
    WHERE n.old_seq = 0
    ON CONFLICT DO NOTHING;
    UPDATE streams AS s SET head_seq = n.new_seq, head_hash = n.new_hash
    FROM unnest(ids, names, old_seqs, old_hashes, new_seqs, new_hashes)
        AS n(id, name, old_seq, old_hash, new_seq, new_hash)
    WHERE s.id = n.id AND s.name = n.name
        AND s.head_seq = n.old_seq AND s.head_hash = n.old_hash AND n.new_seq > n.old_seq;
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> cardinality(ids) THEN
        RAISE EXCEPTION 'a stream has another end: somebody else has written';
    END IF;
    INSERT INTO entries
    SELECT * FROM unnest(of_streams, seqs, times, events, versions, bodies, hashes);
END $$;
CREATE FUNCTION drop_through(of_stream integer, through bigint, through_hash bytea)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE streams SET base_seq = through, base_hash = through_hash
    WHERE id = of_stream AND base_seq < through AND through <= head_seq AND EXISTS (
        SELECT FROM entries
        WHERE stream_id = of_stream AND seq = through AND hash = through_hash
    );
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no such entry to end an archive';
    END IF;
    DELETE FROM entries WHERE stream_id = of_stream AND seq <= through;
END $$;
REVOKE ALL ON FUNCTION append FROM PUBLIC;
REVOKE ALL ON FUNCTION drop_through FROM PUBLIC;
"""
STEPS = (STEP_1,)
"""Each makes a journal of one format from that of the format before. None is ever changed."""

WRITER = """
GRANT USAGE ON SCHEMA {schema} TO {role};
GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role};
GRANT UPDATE ON {schema}.lease TO {role};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA {schema} TO {role};
"""
READER = """
GRANT USAGE ON SCHEMA {schema} TO {role};
GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role};
"""
SHAPE = """
SELECT c.relname || ' ' || c.relkind::text || c.relpersistence::text FROM pg_class c
    WHERE c.relnamespace = to_regnamespace(%(schema)s) AND c.relkind NOT IN ('i', 'S')
UNION ALL
SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || CASE WHEN a.attnotnull THEN '' ELSE ' or null' END
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = to_regnamespace(%(schema)s) AND c.relkind = 'r'
    AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT c.relname || ' ' || pg_get_constraintdef(o.oid)
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
    WHERE c.relnamespace = to_regnamespace(%(schema)s) AND o.contype <> 'n'
UNION ALL
SELECT 'trigger ' || t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = to_regnamespace(%(schema)s)
UNION ALL
SELECT 'rule ' || r.rulename FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
    WHERE c.relnamespace = to_regnamespace(%(schema)s)
UNION ALL
SELECT 'function ' || p.proname || ' ' || encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex')
    FROM pg_proc p WHERE p.pronamespace = to_regnamespace(%(schema)s)
"""
TABLES = """
entries rp
entries.stream_id integer
entries.seq bigint
entries.at_ms bigint
entries.name text
entries.version bigint
entries.body bytea
entries.hash bytea
entries PRIMARY KEY (stream_id, seq)
streams rp
streams.id integer
streams.name text
streams.head_seq bigint
streams.head_hash bytea
streams.base_seq bigint
streams.base_hash bytea
streams PRIMARY KEY (id)
streams UNIQUE (name)
lease rp
lease.scope text
lease.epoch bigint
lease.server text
lease.backend integer
lease.taken_at timestamp with time zone
lease.renewed_at timestamp with time zone
lease PRIMARY KEY (scope)
journal_format rp
journal_format.format integer
"""
"""What the steps come to, as SHAPE finds it; the functions are those of the steps."""
FUNCTION = re.compile(r"FUNCTION (\w+)\(.*?\$\$(.*?)\$\$", re.DOTALL)


def shape() -> set[str]:
    """What SHAPE finds in a journal of this program's format."""
    bodies = dict(FUNCTION.findall("".join(STEPS)))
    functions = (f"function {name} {_hash(body)}" for name, body in bodies.items())
    return {*TABLES.strip().splitlines(), *functions}


def _hash(body: str) -> str:
    return sha256(body.encode()).hexdigest()
