/**
 * For a server with reports, which loads this first: from a first SIGUSR2 to the next it answers as if it had none, and says on its
 * output which it is. What it has loaded for them stays.
 */
const symbol = Symbol.for('tidemark.reporting')
let isOn = true
let isSwitchable = false

process.on('SIGUSR2', () => {
  if (!isSwitchable) makeSwitchable(Reflect.get(globalThis, symbol))
  isSwitchable = true
  isOn = !isOn
  console.log(`reports are ${isOn ? 'on' : 'off'} now`)
})

/** @param {Pick<import('../web/server/observability/reporting.ts').Reporting, 'runRequest' | 'getRunning'>} reporting */
function makeSwitchable(reporting) {
  const { runRequest, getRunning } = reporting
  reporting.runRequest = (request, how, answer) => (isOn ? runRequest(request, how, answer) : answer())
  reporting.getRunning = () => (isOn ? getRunning() : undefined)
}
