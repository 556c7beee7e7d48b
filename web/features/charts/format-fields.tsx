'use client'

import { fullFormatter } from '@tidemark/shared/charts/plot/numbers/format-number'
import { compactFormatter } from '@tidemark/shared/charts/plot/numbers/number-labels'
import type { NumberFormat } from '@tidemark/shared/query/number-format'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Select } from '@/ui/fields/select'
import { LiveField } from './live-field'

const currencies = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'JPY',
  'CNY',
  'INR',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CAD',
  'AUD',
  'BRL',
  'MXN',
  'ZAR',
] as const
/** The currencies of regions, as far as they are in the list; other regions get the first. */
const currencyOfRegion: Readonly<Record<string, (typeof currencies)[number]>> = {
  US: 'USD',
  GB: 'GBP',
  CH: 'CHF',
  LI: 'CHF',
  JP: 'JPY',
  CN: 'CNY',
  IN: 'INR',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  PL: 'PLN',
  CA: 'CAD',
  AU: 'AUD',
  BR: 'BRL',
  MX: 'MXN',
  ZA: 'ZAR',
}
const decimalChoices = ['auto', '0', '1', '2', '3', '4', '6'] as const
const styles = ['auto', 'plain', 'compact', 'percent', 'currency'] as const

export interface FormatFieldsProps {
  readonly format: NumberFormat
  readonly onChange: (format: NumberFormat, label: string, actionId?: string) => void
}

/** The fields for the format of numbers; each choice shows an example in the reader's locale. */
export function FormatFields({ format, onChange }: FormatFieldsProps) {
  const { locale } = usePageEnvironment()
  const ownCurrency = currencyOf(locale)
  const change = (next: Partial<NumberFormat>, actionId?: string) =>
    onChange({ ...format, ...next }, 'Change number format', actionId)
  const example = (style: NumberFormat['style']): string => {
    const own: NumberFormat = { ...format, style, unit: '', currency: format.currency ?? ownCurrency }
    if (style === 'auto') return 'Automatic'
    if (style === 'compact') return compactFormatter(locale, own)(12_340)
    if (style === 'percent') return fullFormatter({ locale, format: own })(0.123)
    return fullFormatter({ locale, format: own })(1234)
  }
  const decimals = format.decimals === null ? 'auto' : String(format.decimals)
  return (
    <>
      <Select
        label="Format"
        value={format.style}
        options={styles.map((style) => ({ value: style, label: example(style) }))}
        onChange={(style) =>
          change({ style, ...(style === 'currency' && format.currency === null ? { currency: ownCurrency } : {}) })
        }
      />
      <div className="grid grid-cols-2 gap-2">
        <Select
          label="Decimals"
          value={decimals}
          options={[...new Set([...decimalChoices, decimals])].map((value) => ({
            value,
            label: value === 'auto' ? 'As needed' : value,
          }))}
          onChange={(value) => change({ decimals: value === 'auto' ? null : Number(value) })}
        />
        {format.style === 'currency' ? (
          <Select
            label="Currency"
            value={format.currency ?? ownCurrency}
            options={[...new Set([ownCurrency, ...currencies, format.currency ?? ownCurrency])].map((value) => ({
              value,
              label: value,
            }))}
            onChange={(currency) => change({ currency })}
          />
        ) : (
          <LiveField
            label="Unit"
            value={format.unit}
            maxLength={24}
            placeholder="kg, °C, …"
            onChange={(unit, actionId) => change({ unit }, actionId)}
          />
        )}
      </div>
    </>
  )
}

/** Returns the currency of the locale's region; without a region, of the one where most speakers live. */
export function currencyOf(locale: string): string {
  return currencyOfRegion[new Intl.Locale(locale).maximize().region ?? ''] ?? 'EUR'
}
