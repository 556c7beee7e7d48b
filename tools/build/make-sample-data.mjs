// Converts public data sets of the npm package vega-datasets to the Parquet files of the sample workspace, and profiles
// them: `node tools/build/make-sample-data.mjs`. The same package and engine give the same files.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { build } from 'esbuild'
import { repositoryRoot } from '../repository-root.mjs'

const sourceFolder = join(repositoryRoot, 'node_modules', 'vega-datasets', 'data')
const targetFolder = join(repositoryRoot, 'web', 'sample-data')
/** @param {string} name */
const source = (name) => `'${join(sourceFolder, name).replaceAll("'", "''")}'`

/** A query per file, ordered so that the bytes do not depend on the engine's threads. */
const tables = {
  bird_strikes: `
    SELECT "Flight Date"::DATE AS flight_date, "Airport Name" AS airport, "Origin State" AS state,
      "Aircraft Airline Operator" AS operator, "Aircraft Make Model" AS aircraft, "Phase of flight" AS phase,
      "Wildlife Species" AS species, "Wildlife Size" AS size, "Time of day" AS time_of_day,
      "Effect Amount of damage" AS damage, "Cost Repair"::INTEGER AS repair_cost_usd,
      "Cost Total $"::INTEGER AS total_cost_usd, "Speed IAS in knots"::INTEGER AS speed_knots
    FROM read_csv(${source('birdstrikes.csv')}, all_varchar = true, header = true, nullstr = '') ORDER BY ALL`,
  weather: `
    SELECT location AS city, date::DATE AS date, precipitation::DOUBLE AS precipitation_mm, temp_max::DOUBLE AS high_c,
      temp_min::DOUBLE AS low_c, wind::DOUBLE AS wind_m_s, weather AS conditions
    FROM read_csv(${source('weather.csv')}, all_varchar = true, header = true) ORDER BY ALL`,
  co2: `
    SELECT "Date"::DATE AS month, "CO2"::DOUBLE AS co2_ppm, "adjusted CO2"::DOUBLE AS adjusted_ppm
    FROM read_csv(${source('co2-concentration.csv')}, all_varchar = true, header = true) ORDER BY ALL`,
  global_temperature: `
    SELECT make_date(year::INTEGER, 1, 1) AS year, temp::DOUBLE AS anomaly_c
    FROM read_csv(${source('global-temp.csv')}, all_varchar = true, header = true) ORDER BY ALL`,
  iowa_electricity: `
    SELECT year::DATE AS year, source, net_generation::INTEGER AS generation_gwh
    FROM read_csv(${source('iowa-electricity.csv')}, all_varchar = true, header = true) ORDER BY ALL`,
  countries: `
    SELECT country, CASE cluster WHEN 0 THEN 'South Asia' WHEN 1 THEN 'Europe' WHEN 2 THEN 'Africa' WHEN 3 THEN 'Americas'
        WHEN 4 THEN 'East Asia' WHEN 5 THEN 'Middle East' END AS region,
      make_date(year::INTEGER, 1, 1) AS year, pop::INTEGER AS population, life_expect::DOUBLE AS life_expectancy_years,
      fertility::DOUBLE AS children_per_woman
    FROM read_json(${source('gapminder.json')}) ORDER BY ALL`,
  unemployment: `
    SELECT make_date(year::INTEGER, month::INTEGER, 1) AS month, series AS industry, count::INTEGER AS unemployed_thousand,
      rate::DOUBLE AS rate_percent
    FROM read_json(${source('unemployment-across-industries.json')}) ORDER BY ALL`,
}

const { profileParquet } = await importTypeScript('web/server/datasets/import/types/profile-parquet.ts')
mkdirSync(targetFolder, { recursive: true })
const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
const connection = await instance.connect()
await connection.run(`SET TimeZone = 'UTC'`)
/** @type {Record<string, object>} */
const profiles = {}
for (const [tableName, query] of Object.entries(tables)) {
  const path = join(targetFolder, `${tableName}.parquet`)
  await connection.run(`COPY (${query}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`)
  profiles[tableName] = { sizeBytes: statSync(path).size, ...(await profileParquet(connection, path)) }
}
writeFileSync(join(targetFolder, 'profiles.json'), `${JSON.stringify(profiles, null, 2)}\n`)
connection.closeSync()
instance.closeSync()

/** @param {string} path @returns {Promise<any>} the module, whose exports only its own source types */
async function importTypeScript(path) {
  const outfile = join(repositoryRoot, 'node_modules', '.cache', 'tidemark', `${path.replace(/\W+/g, '-')}.mjs`)
  mkdirSync(dirname(outfile), { recursive: true })
  await build({
    entryPoints: [join(repositoryRoot, path)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    tsconfig: join(repositoryRoot, 'web', 'tsconfig.json'),
    logLevel: 'warning',
  })
  return import(pathToFileURL(outfile).href)
}
