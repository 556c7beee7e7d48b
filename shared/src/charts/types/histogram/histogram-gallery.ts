import { stores, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const histogramGallery: readonly GalleryChart[] = [
  { name: 'histogram', title: 'Baskets', visual: visualOf('histogram', { x: 'basket' }), data: stores(900) },
  {
    name: 'histogram-split',
    title: 'Baskets by region',
    visual: visualOf('histogram', { x: 'basket', color: 'region', bins: 12 }),
    data: stores(900),
  },
]
