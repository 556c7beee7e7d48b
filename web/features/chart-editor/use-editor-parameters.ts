'use client'

import { useMemo } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import type { SqlChart } from '@tidemark/shared/charts/chart'
import {
  givenValue,
  parameterLabel,
  parameterSchema,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from '@tidemark/shared/query/parameter'
import { parseSqlTemplate } from '@tidemark/shared/query/sql-template'
import { useKeptChoices } from '@/client/workspace/use-kept-choices'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { parametersOf, syntaxInView, type AskedParameter } from '@/features/parameters/query-parameters'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { useParameterValues } from '@/features/parameters/use-parameter-values'
import { reportProblem } from '@/features/messages/report-problem'
import type { SqlCatalogue } from './sql/sql-completions'
import { suggestParameters } from './sql/suggest-parameters'

/** New values by name; undefined: the default again. */
export type ParameterChanges = Readonly<Record<string, ParameterValue | undefined>>

/** The parameters of the SQL as written, their values, and how the chart declares them. */
export interface EditorParameters {
  readonly parameters: readonly AskedParameter[]
  readonly values: ParameterValues
  readonly refused: readonly Parameter[]
  readonly set: (name: string, value: ParameterValue | undefined) => void
  /**
   * Returns the values for a text, which may be a part of the whole. changes: values set together with a run: the run
   * must not wait for the page to be rendered with the new address.
   */
  readonly valuesFor: (sql: string, changes?: ParameterChanges) => ParameterValues
  readonly declare: (parameter: Parameter) => void
  /**
   * The chart with undeclared parameters declared as their columns suggest; `keepSuggested` stores these declarations.
   */
  readonly chart: SqlChart
  readonly keepSuggested: () => void
  /** Makes the present values the chart's defaults; null if they are already. */
  readonly keepAsDefaults: (() => void) | null
}

/**
 * Returns the parameters of a chart's editor. saved: the stored chart. catalogue: for suggestions; null if the person
 * may not change the chart.
 */
export function useEditorParameters(saved: SqlChart, sql: string, catalogue: SqlCatalogue | null): EditorParameters {
  const mutate = useMutate()
  const { connectionId } = saved.query
  const syntax = useView((view) => syntaxInView(view, connectionId), [connectionId])
  const suggested = useMemo(() => {
    const template = catalogue === null ? null : parseSqlTemplate(sql, syntax)
    if (catalogue === null || template?.ok !== true) return []
    return suggestParameters(template.value, saved.query.parameters ?? [], catalogue)
  }, [sql, syntax, saved.query.parameters, catalogue])
  const chart = useMemo(() => {
    if (suggested.length === 0) return saved
    return { ...saved, query: { ...saved.query, parameters: [...(saved.query.parameters ?? []), ...suggested] } }
  }, [saved, suggested])
  const declared = chart.query.parameters
  const parameters = useMemo(
    () => parametersOf({ ...chart.query, sql }, syntax),
    // Only these two parts of the query matter.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [sql, declared, syntax],
  )
  const { values, refused, set } = useParameterValues(parameters, useKeptChoices())
  const change = (changed: readonly Parameter[], label: string) =>
    mutate('updateSqlQuery', { id: saved.id, declare: [...changed] }, { label, actionId: newId() }).catch(reportProblem)
  const newDefaults = parameters.flatMap((parameter) => {
    const value = givenValue(values, parameter.name)
    if (value === undefined || isSameValue(value, parameter.default ?? null)) return []
    return parameterSchema.safeParse({ ...parameter, default: value }).data ?? []
  })
  return {
    parameters,
    values,
    refused,
    set,
    valuesFor: (text, changes) => {
      const standing =
        changes === undefined ? values : valuesInAddress(new URLSearchParams(window.location.search), parameters)
      const mentioned = new Set(parametersOf({ ...chart.query, sql: text }, syntax).map(({ name }) => name))
      return Object.fromEntries(
        Object.entries({ ...standing, ...changes }).flatMap(([name, value]) =>
          value !== undefined && mentioned.has(name) ? [[name, value]] : [],
        ),
      )
    },
    declare: (parameter) => void change([parameter], `Change the parameter ${parameterLabel(parameter)}`),
    chart,
    keepSuggested: () => {
      if (suggested.length > 0) void change(suggested, 'Suggest parameters')
    },
    keepAsDefaults:
      newDefaults.length === 0 ? null : () => void change(newDefaults, 'Change the defaults of parameters'),
  }
}

function isSameValue(a: ParameterValue, b: ParameterValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
