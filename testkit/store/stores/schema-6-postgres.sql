-- A store of schema 6 as version 0.1.0 leaves it, written out by pg_dump --inserts.

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE FUNCTION public.refuse_write() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; END
$$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.account (
    id text NOT NULL,
    "accountId" text NOT NULL,
    "providerId" text NOT NULL,
    "userId" text NOT NULL,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamp with time zone,
    "refreshTokenExpiresAt" timestamp with time zone,
    scope text,
    password text,
    "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL
);

CREATE TABLE public.api_token (
    id text NOT NULL,
    org text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    hint text NOT NULL,
    hash text NOT NULL,
    scopes text NOT NULL,
    role text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    last_used_at bigint
);

CREATE TABLE public.audience_move (
    org text NOT NULL COLLATE pg_catalog."C",
    audience text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    since bigint NOT NULL,
    at bigint NOT NULL
);

CREATE TABLE public.audience_set (
    org text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    audiences text NOT NULL,
    kept_at bigint NOT NULL
);

CREATE TABLE public.audit_event (
    id text NOT NULL,
    org text,
    at bigint NOT NULL,
    actor_user_id text,
    actor_kind text NOT NULL,
    action text NOT NULL,
    target text,
    detail text NOT NULL,
    ip text
);

CREATE TABLE public.category_hue (
    org text NOT NULL COLLATE pg_catalog."C",
    column_name text NOT NULL COLLATE pg_catalog."C",
    category text NOT NULL COLLATE pg_catalog."C",
    hue smallint NOT NULL
);

CREATE TABLE public.client (
    id text NOT NULL COLLATE pg_catalog."C",
    group_id text NOT NULL COLLATE pg_catalog."C",
    last_mutation_id bigint NOT NULL,
    version bigint NOT NULL
);

CREATE TABLE public.client_group (
    id text NOT NULL COLLATE pg_catalog."C",
    org text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL
);

CREATE TABLE public.connection_secret (
    org text NOT NULL,
    connection_id text NOT NULL,
    key_id text NOT NULL,
    nonce text NOT NULL,
    tag text NOT NULL,
    text text NOT NULL
);

CREATE TABLE public.entry (
    org text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    value text,
    version bigint NOT NULL,
    deleted boolean NOT NULL,
    audience text NOT NULL COLLATE pg_catalog."C",
    since bigint DEFAULT 0 NOT NULL,
    CONSTRAINT entry_check CHECK ((deleted = (value IS NULL)))
);

CREATE TABLE public.invitation (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    email text NOT NULL,
    role text,
    status text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    "createdAt" timestamp with time zone NOT NULL,
    "inviterId" text NOT NULL,
    "tokenHash" text
);

CREATE TABLE public.member (
    id text NOT NULL,
    "organizationId" text NOT NULL,
    "userId" text NOT NULL,
    role text NOT NULL,
    "createdAt" timestamp with time zone NOT NULL,
    CONSTRAINT member_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'explorer'::text, 'editor'::text, 'admin'::text, 'owner'::text])))
);

CREATE TABLE public.org (
    id text NOT NULL COLLATE pg_catalog."C",
    epoch bigint NOT NULL,
    version bigint NOT NULL,
    gc_version bigint NOT NULL,
    changed_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    folders_version bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.organization (
    id text NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    logo text,
    "createdAt" timestamp with time zone NOT NULL,
    metadata text
);

CREATE TABLE public."rateLimit" (
    id text NOT NULL,
    key text NOT NULL,
    count integer NOT NULL,
    "lastRequest" bigint NOT NULL
);

CREATE TABLE public.revision (
    org text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    value text,
    user_id text NOT NULL,
    at bigint NOT NULL
);

CREATE TABLE public.session (
    id text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    token text NOT NULL,
    "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL,
    "ipAddress" text,
    "userAgent" text,
    "userId" text NOT NULL,
    "activeOrganizationId" text
);

CREATE TABLE public.tidemark (
    schema integer NOT NULL,
    installation text DEFAULT (gen_random_uuid())::text NOT NULL
);

CREATE TABLE public."user" (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    "emailVerified" boolean NOT NULL,
    image text,
    "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL
);

CREATE TABLE public.verification (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL
);

INSERT INTO public.entry VALUES ('acme', 'folder/old', '{"id":"old","parentId":null,"name":"old","order":"a0","access":null,"deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 1, false, 'everyone', 1);
INSERT INTO public.entry VALUES ('acme', 'chart/top', '{"id":"top","folderId":null,"name":"top","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 1, false, 'everyone', 1);
INSERT INTO public.entry VALUES ('acme', 'chart/in', '{"id":"in","folderId":"old","name":"in","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 1, false, 'everyone', 1);
INSERT INTO public.entry VALUES ('acme', 'chart/lost', '{"id":"lost","folderId":"gone","name":"lost","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 1, false, 'everyone', 1);
INSERT INTO public.entry VALUES ('acme', 'dashboard/d', '{"id":"d","folderId":"old","name":"d","description":"","order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 1, false, 'everyone', 1);
INSERT INTO public.entry VALUES ('acme', 'tab/d/t', '{"id":"t","dashboardId":"d","name":"t","order":"a0","createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 1, false, 'everyone', 1);
INSERT INTO public.entry VALUES ('acme', 'tile/d/x', '{"id":"x","dashboardId":"d","tabId":"t","content":{"kind":"text","text":"x"},"place":{"x":0,"y":0,"w":4,"h":3},"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 1, false, 'everyone', 1);
INSERT INTO public.entry VALUES ('acme', 'folder/gone', NULL, 3, true, 'everyone', 2);

INSERT INTO public.org VALUES ('acme', 1, 3, 0, '729', 3);

INSERT INTO public.revision VALUES ('acme', 'folder/old', 1, '{"id":"old","parentId":null,"name":"old","order":"a0","access":null,"deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 'ann', 1700000000000);
INSERT INTO public.revision VALUES ('acme', 'chart/top', 1, '{"id":"top","folderId":null,"name":"top","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 'ann', 1700000000000);
INSERT INTO public.revision VALUES ('acme', 'chart/in', 1, '{"id":"in","folderId":"old","name":"in","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 'ann', 1700000000000);
INSERT INTO public.revision VALUES ('acme', 'chart/lost', 1, '{"id":"lost","folderId":"gone","name":"lost","description":"","query":{"kind":"sql","connectionId":"workspace","sql":"select 1","parameters":[]},"visual":{"type":"table","x":null,"y":[],"color":null,"size":null,"stack":"none","secondAxis":[],"lines":[],"missing":"gap","sort":"auto","bins":null,"goodDirection":"up","xTitle":"","yTitle":"","format":{"style":"auto","decimals":null,"currency":null,"unit":""},"timeZone":null},"order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 'ann', 1700000000000);
INSERT INTO public.revision VALUES ('acme', 'dashboard/d', 1, '{"id":"d","folderId":"old","name":"d","description":"","order":"a0","deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 'ann', 1700000000000);
INSERT INTO public.revision VALUES ('acme', 'tab/d/t', 1, '{"id":"t","dashboardId":"d","name":"t","order":"a0","createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 'ann', 1700000000000);
INSERT INTO public.revision VALUES ('acme', 'tile/d/x', 1, '{"id":"x","dashboardId":"d","tabId":"t","content":{"kind":"text","text":"x"},"place":{"x":0,"y":0,"w":4,"h":3},"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 'ann', 1700000000000);
INSERT INTO public.revision VALUES ('acme', 'folder/gone', 2, '{"id":"gone","parentId":null,"name":"gone","order":"a0","access":null,"deletedAt":null,"createdAt":1,"createdBy":"ann","updatedAt":1,"updatedBy":"ann"}', 'ann', 1700000000000);
INSERT INTO public.revision VALUES ('acme', 'folder/gone', 3, NULL, 'ann', 1700000000000);

INSERT INTO public.tidemark VALUES (6, '29af4aec-3e63-4ad4-a745-29db5c9ea2b9');

INSERT INTO public."user" VALUES ('ann', 'Ann', 'ann@example.com', true, NULL, '2023-11-14 22:13:20+00', '2023-11-14 22:13:20+00');

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audience_move
    ADD CONSTRAINT audience_move_pkey PRIMARY KEY (org, audience, version, key);

ALTER TABLE ONLY public.audience_set
    ADD CONSTRAINT audience_set_pkey PRIMARY KEY (org, user_id, hash);

ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.category_hue
    ADD CONSTRAINT category_hue_pkey PRIMARY KEY (org, column_name, category);

ALTER TABLE ONLY public.client_group
    ADD CONSTRAINT client_group_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.connection_secret
    ADD CONSTRAINT connection_secret_pkey PRIMARY KEY (org, connection_id);

ALTER TABLE ONLY public.entry
    ADD CONSTRAINT entry_pkey PRIMARY KEY (org, key);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.org
    ADD CONSTRAINT org_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.organization
    ADD CONSTRAINT organization_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.organization
    ADD CONSTRAINT organization_slug_key UNIQUE (slug);

ALTER TABLE ONLY public."rateLimit"
    ADD CONSTRAINT "rateLimit_key_key" UNIQUE (key);

ALTER TABLE ONLY public."rateLimit"
    ADD CONSTRAINT "rateLimit_pkey" PRIMARY KEY (id);

ALTER TABLE ONLY public.revision
    ADD CONSTRAINT revision_pkey PRIMARY KEY (org, key, version);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_key UNIQUE (token);

ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_email_key UNIQUE (email);

ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (id);

CREATE INDEX "account_userId_idx" ON public.account USING btree ("userId");

CREATE INDEX api_token_org ON public.api_token USING btree (org, user_id);

CREATE INDEX audit_event_org ON public.audit_event USING btree (org, at);

CREATE INDEX audit_event_person ON public.audit_event USING btree (actor_user_id, at) WHERE (org IS NULL);

CREATE INDEX client_changes ON public.client USING btree (group_id, version);

CREATE INDEX client_group_org ON public.client_group USING btree (org);

CREATE INDEX entry_changes ON public.entry USING btree (org, audience, version, key);

CREATE INDEX entry_live ON public.entry USING btree (org, audience, key) WHERE (NOT deleted);

CREATE INDEX entry_tombstones ON public.entry USING btree (org, version) WHERE deleted;

CREATE INDEX invitation_email_idx ON public.invitation USING btree (email);

CREATE INDEX "invitation_organizationId_idx" ON public.invitation USING btree ("organizationId");

CREATE UNIQUE INDEX "invitation_tokenHash" ON public.invitation USING btree ("tokenHash");

CREATE UNIQUE INDEX member_once ON public.member USING btree ("organizationId", "userId");

CREATE INDEX "member_userId_idx" ON public.member USING btree ("userId");

CREATE INDEX "session_userId_idx" ON public.session USING btree ("userId");

CREATE INDEX verification_identifier_idx ON public.verification USING btree (identifier);

CREATE TRIGGER entry_stamped BEFORE INSERT OR UPDATE ON public.entry FOR EACH ROW WHEN ((((new.version || ' '::text) || new.org) IS DISTINCT FROM current_setting('tidemark.stamp'::text, true))) EXECUTE FUNCTION public.refuse_write('unstamped write');

CREATE TRIGGER entry_tombstone BEFORE DELETE ON public.entry FOR EACH ROW WHEN ((NOT old.deleted)) EXECUTE FUNCTION public.refuse_write('only tombstones are deleted');

CREATE TRIGGER entry_truncate BEFORE TRUNCATE ON public.entry FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_write('only tombstones are deleted');

ALTER TABLE ONLY public.account
    ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."user"(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.client_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT "invitation_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES public."user"(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT "invitation_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES public.organization(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.member
    ADD CONSTRAINT "member_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES public.organization(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.member
    ADD CONSTRAINT "member_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."user"(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session
    ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES public."user"(id) ON DELETE CASCADE;

