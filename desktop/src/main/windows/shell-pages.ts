import type { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ServerState } from '../server/local-server'
import { failureWords, type LoadFailure } from './load-failure'
import type { ShellPage } from './shell-page'
import { startFailure } from './start-failure'

/**
 * The page shown while the server starts. Its background is the app's, so that the change to the first page is not
 * noticed.
 */
export const splashPage: ShellPage = { title: 'Tidemark', heading: 'Tidemark', text: 'Starting…', actions: [] }

/** Returns the page of the first start. typed, error: a team's address as typed and why it cannot be used. */
export function firstRunPage(typed = '', error: string | null = null, action = 'connect'): ShellPage {
  return {
    title: 'Welcome to Tidemark',
    heading: 'Welcome to Tidemark',
    text: 'Where do you want to work? You can use both side by side later.',
    actions: [{ name: 'work-here', label: 'Work on this computer', isPrimary: true }],
    field: {
      action,
      label: 'Connect to a team',
      placeholder: 'https://tidemark.example.org',
      value: typed,
      submit: 'Connect',
      error,
    },
  }
}

/** Asks for one more place to work besides the existing ones. */
export function addProfilePage(typed = '', error: string | null = null): ShellPage {
  return {
    ...firstRunPage(typed, error, 'add-team'),
    title: 'Add a profile',
    heading: 'Add a profile',
    text: 'Each profile has its own data, settings and connections; switch between them under File, Profiles.',
    actions: [{ name: 'add-local', label: 'Another profile on this computer', isPrimary: true }],
  }
}

const usualActions = [
  { name: 'open-logs', label: 'Open logs' },
  { name: 'copy-report', label: 'Copy report' },
  { name: 'report', label: 'Report a problem…' },
] as const

/**
 * Returns the page in place of the app while there is no server; null if there is one, or soon will be. dataFolder: the
 * profile's.
 */
export function serverPage(state: ServerState, dataFolder: string, note?: string): ShellPage | null {
  switch (state.kind) {
    case 'port-taken':
      return {
        title: 'Tidemark did not start',
        heading: 'Another program uses Tidemark’s port',
        text: `Port ${state.port} of this computer is in use by ${state.holder ?? 'another program'}. Stop it and try again. If you use another port this time, your data is there as always; unsaved changes stay with the usual port until next time.`,
        note,
        actions: [
          { name: 'retry', label: 'Try again', isPrimary: true },
          { name: 'other-port', label: 'Use another port this time' },
          ...usualActions,
        ],
      }
    case 'failed':
      return {
        title: 'Tidemark did not start',
        ...startFailure(state.error, dataFolder),
        note,
        actions: [{ name: 'retry', label: 'Try again', isPrimary: true }, ...usualActions],
      }
    default:
      return null
  }
}

/**
 * Returns the page for an app page that did not load, from a team's server or this computer's. note: a sentence on what
 * was done about it.
 */
export function unreachablePage(origin: string, failure: LoadFailure, isTeam: boolean, note?: string): ShellPage {
  const { host } = new URL(origin)
  const { kind, what, toDo } = failureWords(failure)
  return {
    title: 'Not reachable',
    heading: !isTeam
      ? 'The page did not load'
      : kind === 'network'
        ? `${host} cannot be reached`
        : `The connection to ${host} is not safe`,
    text: `${what} ${toDo} What you changed and it does not have yet is kept on this computer.`,
    note,
    actions: [
      { name: 'retry', label: 'Try again', isPrimary: true },
      ...(isTeam && kind === 'authority' ? [{ name: 'choose-authority', label: 'Choose a certificate…' }] : []),
      ...(isTeam && kind === 'network' ? [{ name: 'settings', label: 'Network settings…' }] : []),
      ...(isTeam ? [{ name: 'work-here', label: 'Work on this computer' }] : []),
      ...usualActions,
    ],
  }
}

export function crashedPage(reason: string): ShellPage {
  return {
    title: 'This window stopped',
    heading: 'This window stopped',
    text: `Its page crashed (${reason}). Your changes are kept.`,
    actions: [
      { name: 'retry', label: 'Reload it', isPrimary: true },
      // A page that crashes whenever it is loaded must not occupy the window.
      { name: 'home', label: 'Go to Home' },
      ...usualActions,
    ],
  }
}

/** Returns the page for profiles that could not be read, written or opened. */
export function profilesPage(error: TidemarkError): ShellPage {
  const isLocked = error.code === 'keychain-locked'
  return {
    title: 'Tidemark did not start',
    ...startFailure(error, null),
    actions: [
      // Restarts the app, because Electron asks a keychain only once per launch.
      { name: 'restart', label: 'Try again', isPrimary: true },
      ...(isLocked ? [{ name: 'without-keychain', label: 'Open without saved passwords' }] : []),
      ...usualActions,
    ],
  }
}
