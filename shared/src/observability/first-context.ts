import { contextSections, type ContextSection, type SectionValues, type SessionContext } from './session-context'

/**
 * Sets the context that reports have at first; each report reads it again. If that fails, the process logs it once to
 * the console and goes on without.
 */
export function setFirstContext(
  readContext: () => SessionContext,
  setSection: (section: ContextSection, values: SectionValues) => void,
): void {
  try {
    const context = readContext()
    for (const section of contextSections) setSection(section, context[section])
  } catch (thrown) {
    console.warn('The context of error reports could not be set.', thrown)
  }
}
