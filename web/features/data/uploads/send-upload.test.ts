import { describe, expect, test } from 'vitest'
import { completeLines } from './send-upload'

describe('the lines of an upload', () => {
  const phase = '{"kind":"phase","phase":"reading"}\n'
  const failed = '{"kind":"failed","error":{"code":"upload-empty","message":"The file is empty."}}\n'

  test('a line that is still arriving waits', () => {
    const first = completeLines(`${phase}${failed.slice(0, 20)}`, 0)
    expect(first.lines).toEqual([{ kind: 'phase', phase: 'reading' }])
    expect(completeLines(`${phase}${failed}`, first.length).lines.map((line) => line.kind)).toEqual(['failed'])
  })

  test('nothing is read twice', () => {
    const { length } = completeLines(phase, 0)
    expect(completeLines(phase, length)).toEqual({ lines: [], length })
  })
})
