import { resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const sankeyGallery: readonly GalleryChart[] = [
  {
    name: 'sankey',
    title: 'From channel to outcome',
    visual: visualOf('sankey', { x: 'from', color: 'to', y: ['people'] }),
    data: resultOf({ from: 'text', to: 'text', people: 'integer' }, [
      ['Search', 'Shop', 5200],
      ['Search', 'Blog', 1900],
      ['E-mail', 'Shop', 2100],
      ['Partner', 'Shop', 900],
      ['Partner', 'Blog', 300],
      ['Blog', 'Shop', 700],
      ['Blog', 'Left', 1500],
      ['Shop', 'Order', 3900],
      ['Shop', 'Left', 5000],
    ]),
  },
]
