import { resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const funnelGallery: readonly GalleryChart[] = [
  {
    name: 'funnel',
    title: 'From visit to order',
    visual: visualOf('funnel', { x: 'step', y: ['people'] }),
    data: resultOf({ step: 'text', people: 'integer' }, [
      ['Visit', 48_210],
      ['Product seen', 31_874],
      ['In the basket', 9_402],
      ['Checkout', 5_118],
      ['Order', 4_377],
    ]),
  },
  {
    name: 'funnel-columns',
    title: 'Trials of a month',
    visual: visualOf('funnel', { y: ['signed_up', 'invited', 'paid'] }),
    data: resultOf({ signed_up: 'integer', invited: 'integer', paid: 'integer' }, [[820, 860, 96]]),
  },
]
