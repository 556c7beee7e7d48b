import { resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const dotGallery: readonly GalleryChart[] = [
  {
    name: 'dot',
    title: 'Rent before and after',
    visual: visualOf('dot', {
      x: 'city',
      y: ['rent_2016', 'rent_2026'],
      format: { style: 'currency', decimals: 0, currency: 'EUR', unit: '' },
    }),
    data: resultOf({ city: 'text', rent_2016: 'integer', rent_2026: 'integer' }, [
      ['Munich', 1420, 2010],
      ['Berlin', 860, 1490],
      ['Hamburg', 980, 1380],
      ['Cologne', 910, 1220],
      ['Leipzig', 540, 890],
      ['Chemnitz', 430, null],
    ]),
  },
]
