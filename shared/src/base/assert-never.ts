/** Ends a `switch` over a tagged union: a case that was forgotten does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`)
}
