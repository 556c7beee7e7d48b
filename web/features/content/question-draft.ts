import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { newId } from '@tidemark/shared/base/ids'
import { mergeQuestion } from '@tidemark/shared/builder/merge-question'
import { chartSchema, type Chart } from '@tidemark/shared/charts/chart'
import { changedSqlQuery } from '@tidemark/shared/charts/chart-mutators'
import { givenFields } from '@tidemark/shared/entries/define-mutator'
import type { MutationArgs, MutatorName } from '@tidemark/shared/sync/mutators'
import type { ChangeTarget } from '@/client/workspace/change-target'
import type { MutateOptions } from '@/client/sync/undoable-changes'
import { getTabId, onceClosed } from '@/client/page/tab-id'
import type { UndoState } from '@/client/undo/undo-stack'
import * as z from 'zod/mini'

/** The state that undo shows again. actionId: that of the changes of one step. */
interface Step {
  readonly actionId: string
  readonly label: string
  readonly chart: Chart
}

const maxSteps = 200

/** chart: null once it was saved. at: when, Unix milliseconds. */
const keptSchema = z.object({ chart: z.nullable(chartSchema), at: z.number() })

/** A question as it lies in local storage. */
interface StoredQuestion extends z.infer<typeof keptSchema> {
  readonly key: string
  readonly json: string
}

/**
 * The question that a person asks without saving it: a chart that no workspace has. Each change is kept in this browser at
 * once, under the person's own name, so that signing out removes it. Each tab has its own; one that has none yet shows the newest of
 * the others, and goes on with it by itself.
 */
export class QuestionDraft implements ChangeTarget {
  /** The key under which earlier releases kept one draft for all tabs; the key of each tab begins with it. */
  readonly #commonKey: string
  readonly #getTab: () => string
  readonly #listeners = new Set<() => void>()
  /** undefined: not read yet. */
  #chart: Chart | null | undefined
  /** Another tab's that is shown here. */
  #source: StoredQuestion | undefined
  #undo: readonly Step[] = []
  #redo: readonly Step[] = []
  #undoState: UndoState = { undoLabel: null, redoLabel: null }

  constructor(databaseName: string, getTab = getTabId) {
    this.#commonKey = `${databaseName}:question`
    this.#getTab = getTab
  }

  readonly undoStack = {
    getState: (): UndoState => this.#undoState,
    subscribe: (listener: () => void): (() => void) => this.subscribe(listener),
  }

  /** The question as it is; null before the first. */
  readonly getChart = (): Chart | null => {
    if (this.#chart === undefined) this.#chart = this.#read()
    return this.#chart
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) addEventListener('storage', this.#onStorage)
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) removeEventListener('storage', this.#onStorage)
    }
  }

  /** Begins with another question; the one before can be brought back by undo. */
  begin(chart: Chart, label: string): void {
    this.#change(chart, { label })
  }

  /** After it was saved: the next visit begins anew. */
  clear(): void {
    this.#undo = []
    this.#redo = []
    this.#show(null)
  }

  /** Makes the changes that the editors make to a chart. Fails with `not-found` when it is about another one. */
  readonly mutate = async <Name extends MutatorName>(
    name: Name,
    args: MutationArgs<Name>,
    options: MutateOptions = {},
  ): Promise<void> => {
    const chart = this.getChart()
    if (chart === null || !('id' in args) || args.id !== chart.id) throw new TidemarkError('not-found')
    this.#change(changedChart(chart, name, args), options)
  }

  readonly undo = async (): Promise<null> => {
    const step = this.#undo.at(-1)
    const chart = this.getChart()
    if (step === undefined || chart === null) return null
    this.#undo = this.#undo.slice(0, -1)
    this.#redo = [...this.#redo, { ...step, chart }]
    this.#show(step.chart)
    return null
  }

  /** With what was done since, which is built on it and can be redone. */
  readonly undoAction = async (actionId: string): Promise<void> => {
    while (this.#undo.some((step) => step.actionId === actionId)) await this.undo()
  }

  readonly redo = async (): Promise<null> => {
    const step = this.#redo.at(-1)
    const chart = this.getChart()
    if (step === undefined || chart === null) return null
    this.#redo = this.#redo.slice(0, -1)
    this.#undo = [...this.#undo, { ...step, chart }]
    this.#show(step.chart)
    return null
  }

  #change(next: Chart, { label = 'Change the question', actionId = newId() }: MutateOptions): void {
    const chart = this.getChart()
    if (chart !== null && this.#undo.at(-1)?.actionId !== actionId)
      this.#undo = [...this.#undo, { actionId, label, chart }].slice(-maxSteps)
    this.#redo = []
    this.#show(next)
  }

  #show(chart: Chart | null): void {
    this.#chart = chart
    this.#keep(chart)
    this.#publish()
  }

  #publish(): void {
    this.#undoState = { undoLabel: this.#undo.at(-1)?.label ?? null, redoLabel: this.#redo.at(-1)?.label ?? null }
    for (const listener of this.#listeners) listener()
  }

  #read(): Chart | null {
    this.#source = undefined
    try {
      const own = this.#parse(this.#ownKey())
      if (own !== null) return own.chart
      const others = Object.keys(localStorage).flatMap((key) => (this.#isQuestion(key) ? (this.#parse(key) ?? []) : []))
      for (const saved of others.filter(({ chart }) => chart === null)) this.#removeLeft(saved)
      this.#source = others.filter(({ chart }) => chart !== null).sort((a, b) => b.at - a.at)[0]
      return this.#source?.chart ?? null
    } catch (thrown) {
      // Blocked storage: then there is no question yet.
      console.debug('the question was not read', thrown)
      return null
    }
  }

  #parse(key: string): StoredQuestion | null {
    const json = localStorage.getItem(key)
    if (json === null) return null
    try {
      const value: unknown = JSON.parse(json)
      const kept = keptSchema.safeParse(value).data
      if (kept !== undefined) return { ...kept, key, json }
      const chart = chartSchema.safeParse(value).data
      return chart === undefined ? null : { chart, at: chart.updatedAt, key, json }
    } catch (thrown) {
      // Local storage is the person's to edit; what is no question is none.
      console.debug('a question was not read', thrown)
      return null
    }
  }

  #keep(chart: Chart | null): void {
    try {
      localStorage.setItem(
        this.#ownKey(),
        JSON.stringify({ chart, at: Date.now() } satisfies z.infer<typeof keptSchema>),
      )
      if (this.#source !== undefined) this.#removeLeft(this.#source)
      this.#source = undefined
    } catch (thrown) {
      // Full or blocked storage: it still lives in this tab.
      console.debug('the question was not kept', thrown)
    }
  }

  /** That of a tab which is open stays its own. */
  #removeLeft({ key, json }: StoredQuestion): void {
    const remove = () => {
      if (localStorage.getItem(key) === json) localStorage.removeItem(key)
    }
    if (key === this.#commonKey) remove()
    else void onceClosed(key.slice(this.#commonKey.length + 1), remove)
  }

  #ownKey(): string {
    return `${this.#commonKey}:${this.#getTab()}`
  }

  #isQuestion(key: string): boolean {
    return key === this.#commonKey || key.startsWith(`${this.#commonKey}:`)
  }

  /** Another tab went on with what is shown here too, as long as nothing was done to it here. */
  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key === null || !this.#isQuestion(key) || localStorage.getItem(this.#ownKey()) !== null) return
    this.#chart = this.#read()
    this.#undo = []
    this.#redo = []
    this.#publish()
  }
}

/** As the shared mutators do it, without asking who may edit: nobody else sees it. */
function changedChart<Name extends MutatorName>(chart: Chart, name: Name, args: MutationArgs<Name>): Chart {
  switch (name) {
    case 'updateChart': {
      // The name decides the type of the arguments, which TypeScript does not follow.
      const { visual, ...changes } = args as MutationArgs<'updateChart'>
      return {
        ...chart,
        ...givenFields(changes),
        visual: { ...chart.visual, ...givenFields(visual ?? {}) },
        updatedAt: Date.now(),
      }
    }
    case 'updateQuestion': {
      const { query } = chart
      if (query.kind !== 'builder') throw new TidemarkError('changed-since')
      // See above.
      const { question, basedOn = {} } = args as MutationArgs<'updateQuestion'>
      const asked = { ...query, question: mergeQuestion(basedOn, question, query.question, 'mine') }
      return { ...chart, query: asked, updatedAt: Date.now() }
    }
    case 'updateSqlQuery': {
      const { query } = chart
      if (query.kind !== 'sql') throw new TidemarkError('changed-since')
      // See above.
      const { id: _, basedOn: __, ...changes } = args as MutationArgs<'updateSqlQuery'>
      return { ...chart, query: changedSqlQuery(query, changes), updatedAt: Date.now() }
    }
    default:
      throw new Error(`a question of one's own knows no ${name}`)
  }
}
