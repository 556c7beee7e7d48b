/** The same object with some of its methods replaced; all others, whatever they are, run on the object itself. */
export function override<T extends object>(inner: T, replacements: Partial<T>): T {
  return new Proxy(inner, {
    get: (target, name) => {
      if (Object.hasOwn(replacements, name)) return Reflect.get(replacements, name)
      const value: unknown = Reflect.get(target, name, target)
      // Private fields are found on the object alone, not on its proxy.
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
