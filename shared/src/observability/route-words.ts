/**
 * The words in the addresses of our own pages, routes and files. Every other segment of a reported address is masked,
 * because somebody may have typed it, such as the name of a workspace or file.
 */
export const routeWords: ReadonlySet<string> = new Set(
  `api auth change-password request-password-reset reset-password forgot-password sign-in sign-out email set-up session
  ways oidc callback code two-factor begin confirm backup-codes turn-off
  dashboard-drafts folders workspaces members invites invite look accept tokens audit export exports presence history
  connections schema test files datasets document left-out versions earlier encodings header types read-as preview
  images [dashboardId] [imageId]
  replicache push pull poke chart token run-query explain-change health ready metrics
  jobs run runs test-mail webhooks subscriptions send unsubscribe alerts snooze check checks groups public-links links embed-keys
  w dashboards charts segments inbox ask draft data settings trash gallery app-shell
  workspace appearance desktop flags account reports about
  _next static chunks media icon.svg sw.js _not-found
  [id] [workspace] [kind] [userId] [runId] [token] [...path] [[...path]]`.split(/\s+/),
)
