import {
  contextSections,
  readSessionContext,
  type ContextSources,
  type SectionValues,
  type SessionContext,
} from '@tidemark/shared/observability/session-context'

/** What the pages told last about where the person is: Electron hands no contexts of pages to the main process. */
export interface ToldContext {
  tell(context: SessionContext): void
  /** Forgets it, as when another profile is opened. */
  clear(): void
  /** As reports of the main process have it; it is in the desktop app whatever the page says. */
  read(): SessionContext
}

export function createToldContext(): ToldContext {
  let told: SessionContext | null = null
  const sectionOf = (section: keyof SessionContext): SectionValues | undefined => {
    const values = told?.[section]
    return values === undefined || values['available'] === false ? undefined : values
  }
  const sources: ContextSources = {
    ...Object.fromEntries(contextSections.map((section) => [section, () => sectionOf(section)])),
    session: () => ({ ...sectionOf('session'), isDesktopApp: true }),
  }
  return {
    tell: (context) => {
      told = context
    },
    clear: () => {
      told = null
    },
    read: () => readSessionContext(sources),
  }
}
