'use client'

import { useMemo } from 'react'
import type { Parameter, ParameterValue, ParameterValues } from '@tidemark/shared/query/parameter'
import { navigate, useLocation } from '@/client/page/navigation'
import { addressWithValue, valuesInAddress } from './parameter-address'

/** The values of the address for these parameters, and how to change one; undefined: its default again. */
export function useParameterValues(parameters: readonly Parameter[]): {
  readonly values: ParameterValues
  readonly set: (name: string, value: ParameterValue | undefined) => void
} {
  const { pathname, query } = useLocation()
  const text = query.toString()
  const values = useMemo(() => valuesInAddress(new URLSearchParams(text), parameters), [text, parameters])
  const set = (name: string, value: ParameterValue | undefined) => {
    const next = addressWithValue(new URLSearchParams(window.location.search), name, value).toString()
    navigate(next === '' ? pathname : `${pathname}?${next}`, { replace: true })
  }
  return { values, set }
}
