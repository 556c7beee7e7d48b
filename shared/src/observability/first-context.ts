import { contextSections, type ContextSection, type SectionValues, type SessionContext } from './session-context'

/**
 * Sets the context that reports have until they are made, when it is read again. Where that fails the process goes on
 * without: it says so once on the console and nothing else happens.
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
