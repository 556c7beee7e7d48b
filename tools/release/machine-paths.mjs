/**
 * The top entries of a checkout: a path to one of these is a path into it, even if the checkout's own name is a common
 * word.
 */
const inCheckout = /** @type {const} */ (['web', 'shared', 'desktop', 'scripts', 'dist', 'node_modules'])

/**
 * Returns true if a file names a path in the checkout in which it was built: packages must reveal nothing about that
 * machine.
 *
 * @param {Buffer} content @param {string} root of the checkout
 */
export function holdsMachinePath(content, root) {
  return spellings(root).some(
    (path) =>
      inCheckout.some((name) =>
        ['/', '\\', '\\\\'].map((sign) => path + sign + name).some((each) => content.includes(each)),
      ) || [`"${path}"`, `"${path}/"`].some((each) => content.includes(each)),
  )
}

/**
 * Returns the text with paths of the checkout rewritten as if it lay at the root of a disk.
 *
 * @param {string} text @param {string} root
 */
export function withoutMachinePaths(text, root) {
  return spellings(root)
    .toSorted((a, b) => b.length - a.length)
    .reduce((kept, path) => {
      const whole = kept.replaceAll(`"${path}"`, '"/"')
      return whole.replaceAll(`"${path}/`, '"/').replaceAll(`"${path}\\\\`, '"/')
    }, text)
}

/** Returns the root as it is, as in an address, and as written in JSON. @param {string} root */
function spellings(root) {
  const address = root.replaceAll('\\', '/')
  return [...new Set([root, address, `/${address}`, JSON.stringify(root).slice(1, -1)])].filter(
    (path) => !path.startsWith('//'),
  )
}
