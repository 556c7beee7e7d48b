/** The top entries of a checkout: a path to one of these is a path into it, also where the checkout's own is a common word. */
const inCheckout = /** @type {const} */ (['web', 'shared', 'desktop', 'scripts', 'dist', 'node_modules'])

/**
 * True if a file names a place in the checkout that it was built in: who installs a package learns nothing of the machine it
 * was made on.
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
 * The same text with paths of the checkout as if it lay at the top of a disk.
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

/** As it is, as an address has it, and as it is written in JSON. @param {string} root */
function spellings(root) {
  const address = root.replaceAll('\\', '/')
  return [...new Set([root, address, `/${address}`, JSON.stringify(root).slice(1, -1)])].filter(
    (path) => !path.startsWith('//'),
  )
}
