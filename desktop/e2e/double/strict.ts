/** Members that JavaScript itself, promises or test tools read on every object. */
const alwaysAllowed: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'constructor',
  'nodeType',
  'asymmetricMatch',
  'inspect',
])

/** Wraps a double so that a missing member throws rather than being undefined. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get: (object, key, receiver) => {
      if (typeof key === 'string' && !(key in object) && !alwaysAllowed.has(key)) {
        throw new Error(`the electron double does not implement ${name}.${key}`)
      }
      const value: unknown = Reflect.get(object, key, object)
      void receiver
      return typeof value === 'function' && !isClass(value) ? value.bind(object) : value
    },
  })
}

function isClass(value: object): boolean {
  return Function.prototype.toString.call(value).startsWith('class')
}
