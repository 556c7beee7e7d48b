import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../repository-root.mjs'
import { runCommand } from '../run-command.mjs'

const program = join(repositoryRoot, 'tools', 'telemetry', 'telemetry-tail.mjs')
const event = {
  environment: 'production',
  release: '0.1.0',
  sdk: { name: 'sentry.javascript.nextjs' },
  exception: { values: [{ type: 'TypeError', value: 'nothing works' }] },
  contexts: { session: { userId: 'ann' } },
}

test('what would be sent is printed, after how to send it here', async () => {
  const tail = spawn(process.execPath, [program, '--port', '0'])
  let printed = ''
  tail.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  try {
    await expect.poll(() => printed, { timeout: 10_000 }).toContain('npm start')
    const [, dsn = ''] = /ERROR_REPORTING_ENABLED=1 SENTRY_DSN=(\S+) npm start/.exec(printed) ?? []
    const { origin, pathname } = new URL(dsn)
    const lines = [{ trace: { sample_rate: '0.2' } }, { type: 'event' }, event]
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const send = async (text: string) =>
      (await fetch(`${origin}/api${pathname}/envelope/`, { method: 'POST', body: text })).status
    expect([await send('no\nreport\nat all'), await send(body)]).toEqual([400, 200])
    await expect.poll(() => printed).toContain('session')
    expect(printed.split('\n').slice(-4)).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} event TypeError: nothing works$/),
      '  page, production 0.1.0',
      '  session: userId ann',
      '',
    ])
    const second = await runCommand(process.execPath, [program, '--port', new URL(dsn).port], { cwd: repositoryRoot })
    expect(second).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^Something listens on port .*\n$/) })
  } finally {
    tail.kill()
    await once(tail, 'close')
  }
})

test.each([
  ['a port that is none', ['--port', 'abc'], '--port takes a number from 0 to 65535 (0 picks a free one), not “abc”.'],
  ['one too large', ['--port', '70000'], expect.stringContaining('not “70000”.')],
  ['an option that there is not', ['--prot', '1'], expect.stringContaining("Unknown option '--prot'")],
])('%s is told in a sentence', async (_, args, sentence) => {
  const { exitCode, output } = await runCommand(process.execPath, [program, ...args], { cwd: repositoryRoot })
  expect({ exitCode, lines: output.split('\n') }).toEqual({ exitCode: 1, lines: [sentence, ''] })
})
