/** What is aimed at, in megabytes; `release:verify` refuses more, and `npm run bench` prints them. */
export const sizeBudgets = /** @type {const} */ ({
  /** Of a package that people download. */
  package: 150,
  /** Of one without Electron in it, which only tests have. */
  packageWithoutElectron: 60,
  /** The server as it is staged, unpacked. */
  server: 200,
  /** The app's own archive. */
  asar: 6,
})

/** The part of a package that an update to the next version fetches. */
export const deltaBudget = 0.15
