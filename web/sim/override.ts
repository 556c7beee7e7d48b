/** Returns a proxy of the object with some methods replaced; all other members are the object's own. */
export function override<T extends object>(inner: T, replacements: Partial<T>): T {
  return new Proxy(inner, {
    get: (target, name) => {
      if (Object.hasOwn(replacements, name)) return Reflect.get(replacements, name)
      const value: unknown = Reflect.get(target, name, target)
      // Methods must be bound, because private fields do not exist on the proxy.
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
