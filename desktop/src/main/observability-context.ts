import {
  contextSections,
  readSessionContext,
  type ContextSources,
  type SectionValues,
  type SessionContext,
} from '@tidemark/shared/observability/session-context'

/**
 * The latest contexts reported by open pages, because Electron does not pass pages' contexts to the main process.
 * teller: the window of the page.
 */
export interface ToldContext {
  tell(teller: object, context: SessionContext): void
  /** Drops the context of a page that was left, for instance by signing out. */
  forget(teller: object): void
  /** Drops all contexts, as when another profile is opened. */
  clear(): void
  /** Returns the context for reports of the main process; `isDesktopApp` is set whatever a page says. */
  read(): SessionContext
}

export function createToldContext(): ToldContext {
  /** By window, the latest report last. */
  const contexts = new Map<object, SessionContext>()
  const sectionOf = (section: keyof SessionContext): SectionValues | undefined => {
    const values = [...contexts.values()].at(-1)?.[section]
    return values === undefined || values['available'] === false ? undefined : values
  }
  const sources: ContextSources = {
    ...Object.fromEntries(contextSections.map((section) => [section, () => sectionOf(section)])),
    session: () => ({ ...sectionOf('session'), isDesktopApp: true }),
  }
  return {
    tell: (teller, context) => {
      contexts.delete(teller)
      contexts.set(teller, context)
    },
    forget: (teller) => void contexts.delete(teller),
    clear: () => contexts.clear(),
    read: () => readSessionContext(sources),
  }
}
