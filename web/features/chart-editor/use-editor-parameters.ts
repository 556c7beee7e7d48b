'use client'

import { useMemo } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import type { SqlChart } from '@tidemark/shared/charts/chart'
import {
  parameterLabel,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from '@tidemark/shared/query/parameter'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { parametersOf, syntaxInView } from '@/features/parameters/query-parameters'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { useParameterValues } from '@/features/parameters/use-parameter-values'
import { reportProblem } from '@/features/messages/report-problem'

/** New values by name; undefined: the default again. */
export type ParameterChanges = Readonly<Record<string, ParameterValue | undefined>>

/** The parameters of the SQL as it is being written, their values, and how they are declared in the chart. */
export interface EditorParameters {
  readonly parameters: readonly Parameter[]
  readonly values: ParameterValues
  readonly set: (name: string, value: ParameterValue | undefined) => void
  /**
   * The values for a text, which may be a part of the whole. changes: what is being set just now, as a run begins: it takes what stands
   * in the address, which the page may not have been drawn with yet.
   */
  readonly valuesFor: (sql: string, changes?: ParameterChanges) => ParameterValues
  readonly declare: (parameter: Parameter) => void
}

export function useEditorParameters(chart: SqlChart, sql: string): EditorParameters {
  const mutate = useMutate()
  const { connectionId, parameters: declared } = chart.query
  const syntax = useView((view) => syntaxInView(view, connectionId), [connectionId])
  const parameters = useMemo(
    () => parametersOf({ ...chart.query, sql }, syntax),
    // Only these two of the query count.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [sql, declared, syntax],
  )
  const { values, set } = useParameterValues(parameters)
  return {
    parameters,
    values,
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
    declare: (parameter) => {
      mutate(
        'updateSqlQuery',
        { id: chart.id, declare: [parameter] },
        { label: `Change the parameter ${parameterLabel(parameter)}`, actionId: newId() },
      ).catch(reportProblem)
    },
  }
}
