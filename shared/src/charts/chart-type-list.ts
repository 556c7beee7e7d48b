/**
 * A type of chart as all pages know it; what draws and edits it comes later. icon: the path of a line drawing of 24 by 24
 * px. hasCategories: true if its x can hold categories that a click filters a dashboard by.
 */
interface ListedType {
  readonly icon: string
  readonly hasCategories?: boolean
}

/** All types of charts, in the order in which they are offered. Most icons are those of Lucide. */
const types = {
  line: {
    icon: 'M3 3v16a2 2 0 0 0 2 2h16M19 9l-5 5-4-4-3 3',
  },
  area: {
    icon: 'M3 3v16a2 2 0 0 0 2 2h16M7 11.207a.5.5 0 0 1 .146-.353l2-2a.5.5 0 0 1 .708 0l3.292 3.292a.5.5 0 0 0 .708 0l4.292-4.292a.5.5 0 0 1 .854.353V16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1z',
  },
  bar: {
    icon: 'M3 3v16a2 2 0 0 0 2 2h16M18 17V9M13 17V5M8 17v-3',
    hasCategories: true,
  },
  row: {
    icon: 'M3 3v16a2 2 0 0 0 2 2h16M7 16h8M7 11h12M7 6h3',
    hasCategories: true,
  },
  combo: {
    icon: 'M12 16v5M16 14.639V21M20 10.656V21M22 3l-8.646 8.646a.5.5 0 0 1-.708 0L9.354 8.354a.5.5 0 0 0-.707 0L2 15M4 18.463V21M8 14.656V21',
    hasCategories: true,
  },
  pie: {
    icon: 'M21 12c.552 0 1.005-.449.95-.998a10 10 0 0 0-8.953-8.951c-.55-.055-.998.398-.998.95v8a1 1 0 0 0 1 1zM21.21 15.89A10 10 0 1 1 8 2.83',
    hasCategories: true,
  },
  scatter: {
    icon: 'M7 7.5a0.5 .5 0 1 0 1 0a0.5 .5 0 1 0-1 0M18 5.5a0.5 .5 0 1 0 1 0a0.5 .5 0 1 0-1 0M11 11.5a0.5 .5 0 1 0 1 0a0.5 .5 0 1 0-1 0M7 16.5a0.5 .5 0 1 0 1 0a0.5 .5 0 1 0-1 0M17 14.5a0.5 .5 0 1 0 1 0a0.5 .5 0 1 0-1 0M3 3v16a2 2 0 0 0 2 2h16',
  },
  funnel: {
    icon: 'M10 20a1 1 0 0 0 .553.895l2 1A1 1 0 0 0 14 21v-7a2 2 0 0 1 .517-1.341L21.74 4.67A1 1 0 0 0 21 3H3a1 1 0 0 0-.742 1.67l7.225 7.989A2 2 0 0 1 10 14z',
    hasCategories: true,
  },
  map: {
    icon: 'M14.106 5.553a2 2 0 0 0 1.788 0l3.659-1.83A1 1 0 0 1 21 4.619v12.764a1 1 0 0 1-.553.894l-4.553 2.277a2 2 0 0 1-1.788 0l-4.212-2.106a2 2 0 0 0-1.788 0l-3.659 1.83A1 1 0 0 1 3 19.381V6.618a1 1 0 0 1 .553-.894l4.553-2.277a2 2 0 0 1 1.788 0zM15 5.764v15M9 3.236v15',
    hasCategories: true,
  },
  number: {
    icon: 'M4 9L20 9M4 15L20 15M10 3L8 21M16 3L14 21',
  },
  table: {
    icon: 'M3 9h18M9 3v18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2z',
  },
  pivot: {
    icon: 'M15 3v18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM21 9H3M21 15H3',
  },
  histogram: {
    icon: 'M3 3v16a2 2 0 0 0 2 2h16M16 5h2a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1zM8 8h2a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
  },
  box: {
    icon: 'M9 5v4M8 9h2a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1zM9 15v2M17 3v2M16 5h2a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1zM17 13v3M3 3v16a2 2 0 0 0 2 2h16',
    hasCategories: true,
  },
  dot: {
    icon: 'M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M3 12L9 12M15 12L21 12',
    hasCategories: true,
  },
  slope: {
    icon: 'M22 2 2 22',
  },
  radar: {
    icon: 'M19.07 4.93A10 10 0 0 0 6.99 3.34M4 6h.01M2.29 9.62A10 10 0 1 0 21.31 8.35M16.24 7.76A6 6 0 1 0 8.23 16.67M12 18h.01M17.99 11.66A6 6 0 0 1 15.77 16.67M10 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0M13.41 10.59l5.66-5.66',
    hasCategories: true,
  },
  heatmap: {
    icon: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM3 9h18M3 15h18M9 3v18M15 3v18',
    hasCategories: true,
  },
  waterfall: {
    icon: 'M6 5h12M4 12h10M12 19h8',
    hasCategories: true,
  },
  treemap: {
    icon: 'M4 3h5a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-16a1 1 0 0 1 1-1zM15 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1zM15 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1z',
    hasCategories: true,
  },
  sankey: {
    icon: 'M10.586 5.414l-5.172 5.172M18.586 13.414l-5.172 5.172M6 12h12M10 20a2 2 0 1 0 4 0a2 2 0 1 0-4 0M10 4a2 2 0 1 0 4 0a2 2 0 1 0-4 0M18 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0M2 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  },
  'point-map': {
    icon: 'M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0M9 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  },
  gauge: {
    icon: 'M12 14l4-4M3.34 19a10 10 0 1 1 17.32 0',
  },
  progress: {
    icon: 'M10 14v-4M22 14v-4M6 14v-4M4 6h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z',
  },
  bullet: {
    icon: 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M6 12a6 6 0 1 0 12 0a6 6 0 1 0-12 0M10 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
    hasCategories: true,
  },
}

export const chartTypeList: Readonly<Record<keyof typeof types, ListedType>> = types
