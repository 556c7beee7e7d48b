import { channels, resultOf, visualOf, type GalleryChart } from '../../plot/gallery/gallery-data'

export const pieGallery: readonly GalleryChart[] = [
  {
    name: 'pie',
    title: 'Orders by channel',
    visual: visualOf('pie', { x: 'channel', y: ['orders'] }),
    data: resultOf({ channel: 'text', orders: 'integer' }, [...channels, ['Fairs', 2100], ['Print', 800]]),
  },
  {
    name: 'pie-negative',
    title: 'Profit by channel',
    visual: visualOf('pie', { x: 'channel', y: ['profit'] }),
    data: resultOf({ channel: 'text', profit: 'integer' }, [
      ['Direct', 12],
      ['Partner', -4],
    ]),
  },
]
