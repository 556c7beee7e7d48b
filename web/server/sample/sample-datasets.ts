import { datasetColumnSchema, datasetIdSchema, datasetKey, type Dataset } from '@tidemark/shared/datasets/dataset'
import * as z from 'zod/mini'
import profiles from '../../sample-data/profiles.json'

interface SampleDataset {
  readonly tableName: string
  readonly name: string
  readonly description: string
  readonly sourceUrl: string
  readonly licence: string
}

const publicDomain = 'United States government work, public domain'

/** The public data of the sample workspace; `web/sample-data/README.md` says more about each. */
export const sampleDatasets: readonly SampleDataset[] = [
  {
    tableName: 'bird_strikes',
    name: 'Bird strikes',
    description:
      'Collisions of aircraft with birds and bats reported to the Federal Aviation Administration, 1990 to July 2002.',
    sourceUrl: 'https://wildlife.faa.gov',
    licence: publicDomain,
  },
  {
    tableName: 'weather',
    name: 'Weather in Seattle and New York',
    description: 'Daily precipitation, temperatures and wind, 2012 to 2015.',
    sourceUrl: 'https://www.ncei.noaa.gov/cdo-web/',
    licence: publicDomain,
  },
  {
    tableName: 'co2',
    name: 'CO₂ at Mauna Loa',
    description:
      'Monthly carbon dioxide in the air, in parts per million, as measured and adjusted for the season; 1958 to April 2020.',
    sourceUrl: 'https://scrippsco2.ucsd.edu/data/atmospheric_co2/primary_mlo_co2_record',
    licence: 'Creative Commons Attribution 4.0, Scripps CO2 Program',
  },
  {
    tableName: 'global_temperature',
    name: 'Global temperature',
    description: 'Yearly mean over land and sea as a difference from the mean of 1951 to 1980, in °C; 1880 to 2023.',
    sourceUrl: 'https://data.giss.nasa.gov/gistemp/',
    licence: publicDomain,
  },
  {
    tableName: 'iowa_electricity',
    name: 'Electricity in Iowa',
    description: 'Yearly net generation by source, in gigawatt hours; 2001 to 2017.',
    sourceUrl: 'https://www.eia.gov/electricity/data/browser/',
    licence: publicDomain,
  },
  {
    tableName: 'countries',
    name: 'Countries',
    description:
      'Population, life expectancy and children per woman of 62 countries, every five years from 1955 to 2005.',
    sourceUrl: 'https://www.gapminder.org/data/',
    licence: 'Creative Commons Attribution 4.0, Gapminder Foundation',
  },
  {
    tableName: 'unemployment',
    name: 'Unemployment by industry',
    description: 'Unemployed people and unemployment rates in the United States, monthly from 2000 to February 2010.',
    sourceUrl: 'https://www.bls.gov/cps/',
    licence: publicDomain,
  },
]

const profilesSchema = z.record(
  z.string(),
  z.object({ sizeBytes: z.int(), rowCount: z.int(), columns: z.array(datasetColumnSchema) }),
)
const profilesByTable = profilesSchema.parse(profiles)

/** A fixed version id; if the files are converted again, it must change. */
export const sampleVersionId = 'sample-1'

export function sampleDatasetId(tableName: string) {
  return datasetIdSchema.parse(`sample-${tableName.replaceAll('_', '-')}`)
}

/** Returns the entries of the sample datasets, created by a person at a time. */
export function sampleDatasetEntries(at: number, userId: string): readonly (readonly [key: string, value: Dataset])[] {
  return sampleDatasets.map((sample) => {
    const profile = profilesByTable[sample.tableName]
    if (profile === undefined)
      throw new Error(`no profile of ${sample.tableName}: run tools/build/make-sample-data.mjs`)
    const id = sampleDatasetId(sample.tableName)
    return [
      datasetKey(id),
      {
        id,
        ...sample,
        ...profile,
        format: 'parquet',
        fileName: `${sample.tableName}.parquet`,
        versionId: sampleVersionId,
        notes: [],
        folderId: null,
        access: null,
        restricted: [],
        deletedAt: null,
        createdAt: at,
        createdBy: userId,
        updatedAt: at,
        updatedBy: userId,
      },
    ]
  })
}
