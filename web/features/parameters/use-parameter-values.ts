'use client'

import { useMemo } from 'react'
import type { Parameter, ParameterValue, ParameterValues } from '@tidemark/shared/query/parameter'
import { navigate, useLocation } from '@/client/page/navigation'
import type { KeptChoices } from '@/client/workspace/use-kept-choices'
import { addressWithValue, refusedParameters, valuesInAddress } from './parameter-address'

/** Returns the page's values for these parameters, and a function that changes one; undefined: its default again. */
export function useParameterValues(
  parameters: readonly Parameter[],
  { text, forget }: KeptChoices,
): {
  readonly values: ParameterValues
  /** The parameters for which the address has a value that does not fit them. */
  readonly refused: readonly Parameter[]
  readonly set: (name: string, value: ParameterValue | undefined) => void
} {
  const { pathname } = useLocation()
  const values = useMemo(() => valuesInAddress(new URLSearchParams(text), parameters), [text, parameters])
  const refused = useMemo(() => refusedParameters(new URLSearchParams(text), parameters), [text, parameters])
  const set = (name: string, value: ParameterValue | undefined) => {
    forget()
    const next = addressWithValue(new URLSearchParams(window.location.search), name, value).toString()
    navigate(next === '' ? pathname : `${pathname}?${next}`, { replace: true })
  }
  return { values, refused, set }
}
