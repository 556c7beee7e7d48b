/**
 * The words that the addresses of our own pages, routes and files are made of. Of an address that is reported no other segment
 * is kept: whatever else stands there somebody typed, as a workspace's name or that of a file.
 */
export const routeWords: ReadonlySet<string> = new Set(
  `api auth change-password request-password-reset reset-password forgot-password sign-in sign-out email set-up session
  dashboard-drafts folders workspaces members invites invite look accept tokens audit export exports presence history
  connections schema test files datasets left-out versions earlier encodings header types read-as preview
  replicache push pull poke chart token run-query health ready metrics
  w dashboards charts ask draft data settings trash gallery app-shell
  workspace appearance desktop flags account reports about
  _next static chunks media icon.svg sw.js _not-found
  [id] [workspace] [kind] [userId] [runId] [...path] [[...path]]`.split(/\s+/),
)
