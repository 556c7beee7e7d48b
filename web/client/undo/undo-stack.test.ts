import { describe, expect, it } from 'vitest'
import { UndoStack } from './undo-stack'

const chart = (name: string, extra = {}) => ({ id: 'c', name, updatedAt: 1, ...extra })

describe('undo steps', () => {
  it('holds the fields an action changed, and nothing of who and when', () => {
    const stack = new UndoStack()
    stack.record('a1', 'chart/c', chart('Old', { order: 'a0' }), { ...chart('New', { order: 'a0' }), updatedAt: 2 })
    stack.commit('a1', 'Rename chart')
    expect(stack.getState().undoLabel).toBe('Rename chart')
    expect(stack.takeUndo()?.changes).toEqual([
      { key: 'chart/c', expected: { name: 'New' }, restored: { name: 'Old' } },
    ])
  })

  it('several mutations of one action are one step, from the first state to the last', () => {
    const stack = new UndoStack()
    stack.record('a1', 'chart/c', chart('One'), chart('Two'))
    stack.commit('a1', 'Edit')
    stack.record('a1', 'chart/c', chart('Two'), chart('Three'))
    stack.record('a1', 'chart/d', undefined, { id: 'd' })
    stack.commit('a1', 'Edit')
    expect(stack.takeUndo()?.changes).toEqual([
      { key: 'chart/d', expected: { id: 'd' }, restored: null },
      { key: 'chart/c', expected: { name: 'Three' }, restored: { name: 'One' } },
    ])
    expect(stack.getState().undoLabel).toBeNull()
  })

  it('a step leaves out what others did between two mutations of an action, and takes the last back first', () => {
    const stack = new UndoStack()
    const bobs = { order: 'b0', updatedAt: 7 }
    stack.record('a1', 'chart/c', chart('One', { order: 'a0' }), chart('Two', { order: 'a0' }))
    stack.record('a1', 'chart/c', chart('Two', bobs), chart('Three', bobs))
    stack.commit('a1', 'Edit')
    const undone = stack.takeUndo()
    const [first, last] = [
      { expected: { name: 'Two' }, restored: { name: 'One' } },
      { expected: { name: 'Three' }, restored: { name: 'Two' } },
    ]
    expect(undone?.changes).toEqual([last, first].map((change) => ({ key: 'chart/c', ...change })))
    if (undone) stack.pushRedo(undone)
    expect(stack.takeRedo()?.changes).toEqual(
      [first, last].map(({ expected, restored }) => ({ key: 'chart/c', expected: restored, restored: expected })),
    )
  })

  it('redo does what undo took back, and undo takes it back again', () => {
    const stack = new UndoStack()
    stack.record('a1', 'chart/c', chart('Old'), chart('New'))
    stack.commit('a1', 'Rename')
    const undone = stack.takeUndo()
    if (undone) stack.pushRedo(undone)
    const redone = stack.takeRedo()
    expect(redone?.changes).toEqual([{ key: 'chart/c', expected: { name: 'Old' }, restored: { name: 'New' } }])
    if (redone) stack.pushUndo(redone)
    expect(stack.takeUndo()?.changes).toEqual(undone?.changes)
  })

  it('a new change forgets what could be redone', () => {
    const stack = new UndoStack()
    stack.record('a1', 'chart/c', chart('Old'), chart('New'))
    stack.commit('a1', 'Rename')
    const undone = stack.takeUndo()
    if (undone) stack.pushRedo(undone)
    expect(stack.getState().redoLabel).toBe('Rename')
    stack.record('a2', 'chart/c', chart('Old'), chart('Other'))
    stack.commit('a2', 'Rename')
    expect(stack.getState().redoLabel).toBeNull()
  })

  it('takes away what it made in the other order, and says what became of it', () => {
    const stack = new UndoStack()
    for (const id of ['d', 'e']) stack.record('a1', `chart/${id}`, undefined, { id })
    stack.commit('a1', 'New charts')
    expect(stack.fateOf('chart/d')).toBeUndefined()
    const undone = stack.takeUndo()
    expect(undone?.changes.map(({ key }) => key)).toEqual(['chart/e', 'chart/d'])
    if (undone) stack.pushRedo(undone)
    const redo = stack.fateOf('chart/d')
    expect(redo).toMatchObject({ label: 'New charts', changes: [{ key: 'chart/d' }, { key: 'chart/e' }] })
    expect(stack.fateOf('chart/c')).toBeUndefined()
    stack.record('a2', 'chart/c', chart('Old'), chart('New'))
    stack.commit('a2', 'Rename')
    expect(stack.fateOf('chart/d')).toBe('taken-back')
    if (typeof redo === 'object') stack.pushUndo(redo)
    expect(stack.fateOf('chart/d')).toBeUndefined()
  })

  it('an action that changed nothing, or was refused, leaves no step', () => {
    const stack = new UndoStack()
    stack.record('a1', 'chart/c', chart('Same'), { ...chart('Same'), updatedAt: 9 })
    stack.commit('a1', 'Nothing')
    stack.record('a2', 'chart/c', chart('Same'), chart('Other'))
    stack.abandon('a2')
    stack.commit('a2', 'Refused')
    expect(stack.takeUndo()).toBeUndefined()
  })
})
