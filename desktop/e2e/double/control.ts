/** An operation by which a test acts on the double as a person or the system would. */
type Operation = (args: never) => unknown

const operations = new Map<string, Operation>()

export function onControl(name: string, operation: Operation): void {
  operations.set(name, operation)
}

/** The double's effects on the outside world in order: opened addresses, notifications, badges and so on. */
export const effects: { readonly kind: string; readonly [key: string]: unknown }[] = []

onControl('effects', () => effects)

process.on('message', (message: { readonly id: number; readonly name: string; readonly args: never }) => {
  void answer(message)
})

async function answer({ id, name, args }: { id: number; name: string; args: never }): Promise<void> {
  try {
    const operation = operations.get(name)
    if (operation === undefined) throw new Error(`the double has no control ${name}`)
    const value = await operation(args)
    process.send?.({ id, ok: true, value: value ?? null })
  } catch (thrown) {
    process.send?.({
      id,
      ok: false,
      message: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
    })
  }
}
