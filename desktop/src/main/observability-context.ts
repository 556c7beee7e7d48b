import {
  contextSections,
  readSessionContext,
  type ContextSources,
  type SectionValues,
  type SessionContext,
} from '@tidemark/shared/observability/session-context'

/**
 * The contexts last reported by open pages: Electron hands no contexts of pages to the main process.
 * teller: the window of the page.
 */
export interface ToldContext {
  tell(teller: object, context: SessionContext): void
  /** Drops the context of a page that was left, for instance by signing out. */
  forget(teller: object): void
  /** Forgets all, as when another profile is opened. */
  clear(): void
  /** As reports of the main process have it; it is in the desktop app whatever the page says. */
  read(): SessionContext
}

export function createToldContext(): ToldContext {
  /** In the order of the last report. */
  const told = new Map<object, SessionContext>()
  const sectionOf = (section: keyof SessionContext): SectionValues | undefined => {
    const values = [...told.values()].at(-1)?.[section]
    return values === undefined || values['available'] === false ? undefined : values
  }
  const sources: ContextSources = {
    ...Object.fromEntries(contextSections.map((section) => [section, () => sectionOf(section)])),
    session: () => ({ ...sectionOf('session'), isDesktopApp: true }),
  }
  return {
    tell: (teller, context) => {
      told.delete(teller)
      told.set(teller, context)
    },
    forget: (teller) => void told.delete(teller),
    clear: () => told.clear(),
    read: () => readSessionContext(sources),
  }
}
