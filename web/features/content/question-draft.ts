import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { newId } from '@tidemark/shared/base/ids'
import { mergeQuestion } from '@tidemark/shared/builder/merge-question'
import { chartSchema, type Chart, type ChartId, type ChartQuery } from '@tidemark/shared/charts/chart'
import { changedVisual } from '@tidemark/shared/charts/merge-visual'
import { followQuestion } from '@tidemark/shared/charts/follow-question'
import { changedSqlQuery } from '@tidemark/shared/charts/chart-mutators'
import { proposeName } from '@tidemark/shared/charts/propose-name'
import { dashboardIdSchema, tabIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { givenFields } from '@tidemark/shared/entries/define-mutator'
import type { MutationArgs, MutatorName } from '@tidemark/shared/sync/mutators'
import type { ChangeTarget } from '@/client/workspace/change-target'
import type { MutateOptions } from '@/client/sync/undoable-changes'
import { getTabId, onceClosed } from '@/client/page/tab-id'
import type { UndoState } from '@/client/undo/undo-stack'
import * as z from 'zod/mini'

/** The dashboard's tab for which a question is asked. */
const questionTargetSchema = z.object({ dashboardId: dashboardIdSchema, tabId: tabIdSchema })
export type QuestionTarget = z.infer<typeof questionTargetSchema>

const questionShape = {
  chart: chartSchema,
  isNamed: z._default(z.boolean(), false),
  isChanged: z._default(z.boolean(), false),
  target: z._default(z.nullable(questionTargetSchema), null),
}
/**
 * A question in progress. isNamed: somebody typed its name; until then the name follows the question. isChanged: it
 * differs from its start.
 */
const ownQuestionSchema = z.object(questionShape)
export type OwnQuestion = z.infer<typeof ownQuestionSchema>

/** A state that undo restores. actionId: of the changes in the step. */
interface Step {
  readonly actionId: string
  readonly label: string
  readonly question: OwnQuestion
}

const maxSteps = 200
const mostEarlier = 20

/** chart: null once it was saved. at: when it was stored, in Unix milliseconds. */
const keptSchema = z.object({ ...questionShape, chart: z.nullable(chartSchema), at: z.number() })

/** A question in local storage. question: null once it was saved. */
interface StoredQuestion {
  readonly question: OwnQuestion | null
  readonly at: number
  readonly key: string
  readonly json: string
}

/**
 * The question that a person asks without saving it: a chart outside any workspace. Each change is stored in this
 * browser at once, under the person's key, so that signing out removes it.
 * Each tab has its own question. A tab without one shows the newest of other tabs, and continues it as its own when it
 * is changed. A replaced question moves to the earlier ones.
 */
export class QuestionDraft implements ChangeTarget {
  /** The key under which earlier releases stored one draft for all tabs, and the prefix of each tab's key. */
  readonly #commonKey: string
  readonly #earlierKey: string
  readonly #getTab: () => string
  readonly #called: (query: ChartQuery) => ChartQuery
  readonly #listeners = new Set<() => void>()
  /** undefined: not read yet. */
  #question: OwnQuestion | null | undefined
  /** The stored question of another tab that is shown here. */
  #source: StoredQuestion | undefined
  #undo: readonly Step[] = []
  #redo: readonly Step[] = []
  #undoState: UndoState = { undoLabel: null, redoLabel: null }

  /** called: returns a query with the names that people gave to columns, for the name of the question. */
  constructor(databaseName: string, getTab = getTabId, called: (query: ChartQuery) => ChartQuery = (query) => query) {
    this.#commonKey = `${databaseName}:question`
    this.#earlierKey = `${databaseName}:earlier-questions`
    this.#getTab = getTab
    this.#called = called
  }

  readonly undoStack = {
    getState: (): UndoState => this.#undoState,
    subscribe: (listener: () => void): (() => void) => this.subscribe(listener),
  }

  /** Returns the present question; null before the first one. */
  readonly getQuestion = (): OwnQuestion | null => {
    if (this.#question === undefined) this.#question = this.#read()
    return this.#question
  }

  readonly getChart = (): Chart | null => this.getQuestion()?.chart ?? null

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) addEventListener('storage', this.#onStorage)
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) removeEventListener('storage', this.#onStorage)
    }
  }

  /**
   * Starts another question. Undo brings the previous one back, which is kept among the earlier ones if it was changed.
   */
  begin(
    { chart, isNamed = false, target = null }: Pick<OwnQuestion, 'chart'> & Partial<OwnQuestion>,
    label: string,
  ): void {
    const before = this.getQuestion()
    if (before?.isChanged === true) this.#keepEarlier(before)
    this.#change({ chart: isNamed ? chart : this.#named(chart), isNamed, target, isChanged: false }, { label })
  }

  /** Removes the dashboard's tab for which the question is asked. */
  dropTarget(): void {
    const question = this.getQuestion()
    if (question !== null) this.#change({ ...question, target: null }, { label: 'Ask for no dashboard' })
  }

  /** Lists the changed questions that were replaced, newest first. */
  readEarlier(): readonly OwnQuestion[] {
    const id = this.getChart()?.id
    return this.#parseEarlier().filter(({ chart }) => chart.id !== id)
  }

  /** Continues an earlier question and moves the present one to the earlier ones. Does nothing if it is gone. */
  resume(id: ChartId): void {
    const earlier = this.#parseEarlier().find(({ chart }) => chart.id === id)
    const before = this.getQuestion()
    if (earlier === undefined) return
    if (before?.isChanged === true) this.#keepEarlier(before)
    this.#change(earlier, { label: `Go back to “${earlier.chart.name}”` })
  }

  /** Removes the question after it was saved, so that the next visit starts a new one. */
  clear(): void {
    const id = this.getChart()?.id
    this.#writeEarlier(this.#parseEarlier().filter(({ chart }) => chart.id !== id))
    this.#undo = []
    this.#redo = []
    this.#show(null)
  }

  /** Applies the editors' changes to the chart. Fails with `not-found` for another chart. */
  readonly mutate = async <Name extends MutatorName>(
    name: Name,
    args: MutationArgs<Name>,
    options: MutateOptions = {},
  ): Promise<void> => {
    const question = this.getQuestion()
    if (question === null || !('id' in args) || args.id !== question.chart.id) throw new TidemarkError('not-found')
    const chart = changedChart(question.chart, name, args)
    // A changed drawing follows from the answer, and a question converted to SQL asks the same.
    const isSameQuestion = chart.query === question.chart.query || chart.query.kind !== question.chart.query.kind
    const isNamed = question.isNamed || ('name' in args && args.name !== undefined)
    this.#change(
      {
        ...question,
        chart: isNamed ? chart : this.#named(chart),
        isNamed,
        isChanged: question.isChanged || isNamed !== question.isNamed || !isSameQuestion,
      },
      options,
    )
  }

  readonly undo = async (): Promise<null> => {
    const step = this.#undo.at(-1)
    const question = this.getQuestion()
    if (step === undefined || question === null) return null
    this.#undo = this.#undo.slice(0, -1)
    this.#redo = [...this.#redo, { ...step, question }]
    this.#show(step.question)
    return null
  }

  /** Undoes the action together with later ones, which build on it and can be redone. */
  readonly undoAction = async (actionId: string): Promise<void> => {
    while (this.#undo.some((step) => step.actionId === actionId)) await this.undo()
  }

  readonly redo = async (): Promise<null> => {
    const step = this.#redo.at(-1)
    const question = this.getQuestion()
    if (step === undefined || question === null) return null
    this.#redo = this.#redo.slice(0, -1)
    this.#undo = [...this.#undo, { ...step, question }]
    this.#show(step.question)
    return null
  }

  #change(next: OwnQuestion, { label = 'Change the question', actionId = newId() }: MutateOptions): void {
    const question = this.getQuestion()
    if (question !== null && this.#undo.at(-1)?.actionId !== actionId)
      this.#undo = [...this.#undo, { actionId, label, question }].slice(-maxSteps)
    this.#redo = []
    this.#show(next)
  }

  #show(question: OwnQuestion | null): void {
    this.#question = question
    this.#keep(question)
    this.#publish()
  }

  #publish(): void {
    this.#undoState = { undoLabel: this.#undo.at(-1)?.label ?? null, redoLabel: this.#redo.at(-1)?.label ?? null }
    for (const listener of this.#listeners) listener()
  }

  #read(): OwnQuestion | null {
    this.#source = undefined
    try {
      const own = this.#parse(this.#ownKey())
      if (own !== null) return own.question
      const others = Object.keys(localStorage).flatMap((key) => (this.#isQuestion(key) ? (this.#parse(key) ?? []) : []))
      for (const saved of others.filter(({ question }) => question === null)) this.#removeLeft(saved)
      this.#source = others.filter(({ question }) => question !== null).sort((a, b) => b.at - a.at)[0]
      return this.#source?.question ?? null
    } catch (thrown) {
      // Storage is blocked: there is no question yet.
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
      if (kept !== undefined) {
        const { at, chart, ...rest } = kept
        return { question: chart === null ? null : { ...rest, chart }, at, key, json }
      }
      const chart = chartSchema.safeParse(value).data
      if (chart === undefined) return null
      return { question: { chart, isNamed: true, isChanged: true, target: null }, at: chart.updatedAt, key, json }
    } catch (thrown) {
      // People can edit local storage; anything that is no question is ignored.
      console.debug('a question was not read', thrown)
      return null
    }
  }

  #keep(question: OwnQuestion | null): void {
    try {
      localStorage.setItem(this.#ownKey(), JSON.stringify({ chart: null, ...question, at: Date.now() }))
      if (this.#source !== undefined) this.#removeLeft(this.#source)
      this.#source = undefined
    } catch (thrown) {
      // Storage is full or blocked: the question still lives in this tab.
      console.debug('the question was not kept', thrown)
    }
  }

  #keepEarlier(question: OwnQuestion): void {
    const others = this.#parseEarlier().filter(({ chart }) => chart.id !== question.chart.id)
    this.#writeEarlier([question, ...others].slice(0, mostEarlier))
  }

  #parseEarlier(): readonly OwnQuestion[] {
    try {
      const list: unknown = JSON.parse(localStorage.getItem(this.#earlierKey) ?? '[]')
      return Array.isArray(list) ? list.flatMap((one) => ownQuestionSchema.safeParse(one).data ?? []) : []
    } catch (thrown) {
      console.debug('the earlier questions were not read', thrown)
      return []
    }
  }

  #writeEarlier(questions: readonly OwnQuestion[]): void {
    try {
      if (questions.length === 0) localStorage.removeItem(this.#earlierKey)
      else localStorage.setItem(this.#earlierKey, JSON.stringify(questions))
    } catch (thrown) {
      // Storage is full or blocked: undo still has it in this tab.
      console.debug('the earlier questions were not kept', thrown)
    }
  }

  /** Removes another tab's question, unless that tab is open or has changed it. */
  #removeLeft({ key, json }: StoredQuestion): void {
    const remove = () => {
      if (localStorage.getItem(key) === json) localStorage.removeItem(key)
    }
    if (key === this.#commonKey) remove()
    else void onceClosed(key.slice(this.#commonKey.length + 1), remove)
  }

  /** Returns the chart, named by what it asks. */
  #named(chart: Chart): Chart {
    return { ...chart, name: proposeName({ ...chart, query: this.#called(chart.query) }) }
  }

  #ownKey(): string {
    return `${this.#commonKey}:${this.#getTab()}`
  }

  #isQuestion(key: string): boolean {
    return key === this.#commonKey || key.startsWith(`${this.#commonKey}:`)
  }

  /** Reads again when another tab changes the question shown here, as long as it was not changed here. */
  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key === null || !this.#isQuestion(key) || localStorage.getItem(this.#ownKey()) !== null) return
    this.#question = this.#read()
    this.#undo = []
    this.#redo = []
    this.#publish()
  }
}

/** Applies a change as the shared mutators do, but without checking rights, since nobody else sees the chart. */
function changedChart<Name extends MutatorName>(chart: Chart, name: Name, args: MutationArgs<Name>): Chart {
  switch (name) {
    case 'updateChart': {
      // The name determines the type of the arguments, which TypeScript does not follow.
      const { visual = {}, basedOn, ...changes } = args as MutationArgs<'updateChart'>
      return {
        ...chart,
        ...givenFields(changes),
        visual: changedVisual(chart.visual, visual, basedOn),
        updatedAt: Date.now(),
      }
    }
    case 'updateQuestion': {
      const { query } = chart
      if (query.kind !== 'builder') throw new TidemarkError('changed-since')
      // The name determines the type of the arguments.
      const { question, basedOn = {} } = args as MutationArgs<'updateQuestion'>
      const merged = mergeQuestion(basedOn, question, query.question, 'mine')
      const visual = followQuestion(chart.visual, query.question, merged)
      return { ...chart, query: { ...query, question: merged }, visual, updatedAt: Date.now() }
    }
    case 'updateSqlQuery': {
      const { query } = chart
      if (query.kind !== 'sql') throw new TidemarkError('changed-since')
      // The name determines the type of the arguments.
      const { id: _, basedOn: __, ...changes } = args as MutationArgs<'updateSqlQuery'>
      return { ...chart, query: changedSqlQuery(query, changes), updatedAt: Date.now() }
    }
    default:
      throw new Error(`a question of one's own knows no ${name}`)
  }
}
