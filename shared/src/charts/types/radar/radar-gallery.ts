import { resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const radarGallery: readonly GalleryChart[] = [
  {
    name: 'radar',
    title: 'Two suppliers compared',
    visual: visualOf('radar', { x: 'quality', y: ['Atlas', 'Borealis'] }),
    data: resultOf({ quality: 'text', Atlas: 'integer', Borealis: 'integer' }, [
      ['Price', 82, 61],
      ['Delivery', 64, 90],
      ['Quality', 71, 85],
      ['Support', 40, 77],
      ['Range', 93, 52],
      ['Returns', 58, 70],
    ]),
  },
]
