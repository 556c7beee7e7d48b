import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'

export interface SampleChart {
  readonly name: string
  readonly description: string
  readonly sql: string
  readonly visual: Partial<ChartVisual> & Pick<ChartVisual, 'type'>
}

const plain = { style: 'auto', decimals: null, currency: null, unit: '' } as const
const percent = { ...plain, style: 'percent', decimals: 1 } as const

/** The charts of the sample workspace by the part of their id after `sample-`. */
export const sampleCharts = {
  'co2-now': {
    name: 'CO₂ in the air',
    description: 'Parts per million, yearly mean at Mauna Loa',
    sql: `SELECT date_trunc('year', month)::DATE AS year, round(avg(co2_ppm), 1) AS co2_ppm
FROM co2
WHERE month >= '1959-01-01' AND month < '2020-01-01'
GROUP BY ALL
ORDER BY year`,
    visual: {
      type: 'number',
      x: 'year',
      y: ['co2_ppm'],
      goodDirection: 'down',
      format: { ...plain, decimals: 1, unit: 'ppm' },
    },
  },
  'unemployed-now': {
    name: 'Out of work',
    description: 'People in the United States',
    sql: `SELECT month, sum(unemployed_thousand) * 1000 AS unemployed
FROM unemployment
GROUP BY month
ORDER BY month`,
    visual: {
      type: 'number',
      x: 'month',
      y: ['unemployed'],
      goodDirection: 'down',
      format: { ...plain, style: 'compact', decimals: 1 },
    },
  },
  'renewable-share': {
    name: 'Renewable electricity',
    description: 'Share of the electricity generated in Iowa',
    sql: `SELECT year, sum(generation_gwh) FILTER (source = 'Renewables') / sum(generation_gwh) AS renewable_share
FROM iowa_electricity
GROUP BY year
ORDER BY year`,
    visual: { type: 'number', x: 'year', y: ['renewable_share'], format: percent },
  },
  'life-expectancy': {
    name: 'Life expectancy',
    description: 'Years at birth, 62 countries by population',
    sql: `SELECT year, round(sum(life_expectancy_years * population) / sum(population), 1) AS life_expectancy_years
FROM countries
GROUP BY year
ORDER BY year`,
    visual: {
      type: 'number',
      x: 'year',
      y: ['life_expectancy_years'],
      format: { ...plain, decimals: 1, unit: 'years' },
    },
  },
  'co2-monthly': {
    name: 'CO₂ at Mauna Loa',
    description: 'Parts per million, monthly; the forests of the north breathe in every summer',
    sql: `SELECT month, co2_ppm AS "Measured", adjusted_ppm AS "Without the seasons"
FROM co2
WHERE month >= '1990-01-01'
ORDER BY month`,
    visual: { type: 'line', x: 'month', y: ['Measured', 'Without the seasons'], format: { ...plain, unit: 'ppm' } },
  },
  'global-temperature': {
    name: 'Global temperature',
    description: '°C from the mean of 1951 to 1980, yearly',
    sql: `SELECT year, anomaly_c
FROM global_temperature
WHERE year >= '1940-01-01'
ORDER BY year`,
    visual: { type: 'bar', x: 'year', y: ['anomaly_c'], format: { ...plain, unit: '°C' } },
  },
  'electricity-by-source': {
    name: 'Electricity in Iowa by source',
    description: 'Gigawatt hours a year',
    sql: `SELECT year, source, generation_gwh
FROM iowa_electricity
ORDER BY year, source`,
    visual: {
      type: 'bar',
      x: 'year',
      y: ['generation_gwh'],
      color: 'source',
      stack: 'stacked',
      format: { ...plain, style: 'compact', unit: 'GWh' },
    },
  },
  'unemployed-by-industry': {
    name: 'Out of work by industry',
    description: 'Thousand people in the United States, monthly',
    sql: `WITH largest AS (
  SELECT industry FROM unemployment GROUP BY industry ORDER BY sum(unemployed_thousand) DESC LIMIT 3
)
SELECT month, CASE WHEN industry IN (FROM largest) THEN industry ELSE 'Other industries' END AS industry,
  sum(unemployed_thousand)::INTEGER AS unemployed_thousand
FROM unemployment
GROUP BY ALL
ORDER BY month, industry`,
    visual: { type: 'area', x: 'month', y: ['unemployed_thousand'], color: 'industry', stack: 'stacked' },
  },
  'children-and-life': {
    name: 'Smaller families, longer lives',
    description: 'A dot a country in 2005, as large as its population',
    sql: `SELECT country, region, population, children_per_woman, life_expectancy_years
FROM countries
WHERE year = '2005-01-01'
ORDER BY population DESC`,
    visual: {
      type: 'scatter',
      x: 'children_per_woman',
      y: ['life_expectancy_years'],
      color: 'region',
      size: 'population',
      xTitle: 'Children per woman',
      yTitle: 'Life expectancy, years',
    },
  },
  'daily-highs': {
    name: 'Daily highs in Seattle',
    description: 'Days from 2012 to 2015 by their highest temperature, °C',
    sql: `SELECT high_c
FROM weather
WHERE city = 'Seattle'`,
    visual: { type: 'histogram', x: 'high_c', xTitle: 'Highest temperature, °C', yTitle: 'Days' },
  },
  'largest-countries': {
    name: 'Half a century in the largest countries',
    description: '1955 and 2005, by population',
    sql: `SELECT early.country, early.region, late.population,
  early.life_expectancy_years AS life_1955, late.life_expectancy_years AS life_2005,
  early.children_per_woman AS children_1955, late.children_per_woman AS children_2005
FROM countries AS early
JOIN countries AS late USING (country)
WHERE early.year = '1955-01-01' AND late.year = '2005-01-01'
ORDER BY late.population DESC`,
    visual: { type: 'table' },
  },
  'strikes-a-year': {
    name: 'Reported strikes',
    description: 'A year, in whole years of the data',
    sql: `SELECT date_trunc('year', flight_date)::DATE AS year, count(*) AS strikes
FROM bird_strikes
WHERE flight_date < '2002-01-01'
GROUP BY ALL
ORDER BY year`,
    visual: { type: 'number', x: 'year', y: ['strikes'], goodDirection: 'down' },
  },
  'strike-cost': {
    name: 'Cost of strikes',
    description: 'US dollars a year, as reported',
    sql: `SELECT date_trunc('year', flight_date)::DATE AS year, sum(total_cost_usd)::BIGINT AS cost_usd
FROM bird_strikes
WHERE flight_date < '2002-01-01'
GROUP BY ALL
ORDER BY year`,
    visual: {
      type: 'number',
      x: 'year',
      y: ['cost_usd'],
      goodDirection: 'down',
      format: { ...plain, style: 'currency', currency: 'USD' },
    },
  },
  'damage-share': {
    name: 'Strikes with damage',
    description: 'Share of the strikes of a year',
    sql: `SELECT date_trunc('year', flight_date)::DATE AS year, count_if(damage <> 'None') / count(*) AS damage_share
FROM bird_strikes
WHERE flight_date < '2002-01-01'
GROUP BY ALL
ORDER BY year`,
    visual: { type: 'number', x: 'year', y: ['damage_share'], goodDirection: 'down', format: percent },
  },
  'strikes-and-cost': {
    name: 'Strikes and what they cost',
    description: 'Strikes a year, and their cost in million US dollars on the right',
    sql: `SELECT date_trunc('year', flight_date)::DATE AS year, count(*)::INTEGER AS "Strikes",
  round(sum(total_cost_usd) / 1e6, 2) AS "Cost, million US dollars"
FROM bird_strikes
WHERE flight_date < '2002-01-01'
GROUP BY ALL
ORDER BY year`,
    visual: {
      type: 'combo',
      x: 'year',
      y: ['Strikes', 'Cost, million US dollars'],
      lines: ['Cost, million US dollars'],
      secondAxis: ['Cost, million US dollars'],
    },
  },
  'time-of-day': {
    name: 'When it happens',
    description: 'Strikes by time of day',
    sql: `SELECT time_of_day, count(*)::INTEGER AS strikes
FROM bird_strikes
GROUP BY time_of_day
ORDER BY strikes DESC`,
    visual: { type: 'pie', x: 'time_of_day', y: ['strikes'] },
  },
  'known-species': {
    name: 'Who was hit',
    description: 'Strikes by species, where somebody could tell',
    sql: `SELECT species, count(*)::INTEGER AS strikes
FROM bird_strikes
WHERE species NOT LIKE 'Unknown%'
GROUP BY species
ORDER BY strikes DESC
LIMIT 12`,
    visual: { type: 'row', x: 'species', y: ['strikes'] },
  },
  'strike-speed': {
    name: 'Speed at the strike',
    description: 'Strikes by indicated airspeed, knots',
    sql: `SELECT speed_knots
FROM bird_strikes
WHERE speed_knots IS NOT NULL`,
    visual: { type: 'histogram', x: 'speed_knots', bins: 24, xTitle: 'Airspeed, knots', yTitle: 'Strikes' },
  },
  'costliest-strikes': {
    name: 'The costliest strikes',
    description: 'Cost in US dollars, as reported',
    sql: `SELECT flight_date, total_cost_usd, operator, aircraft, species, airport
FROM bird_strikes
WHERE total_cost_usd > 0
ORDER BY total_cost_usd DESC
LIMIT 100`,
    visual: { type: 'table' },
  },
} as const satisfies Record<string, SampleChart>

export type SampleChartName = keyof typeof sampleCharts
