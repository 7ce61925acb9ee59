import sharp from 'sharp'

export interface PictureOptions {
  width?: number
  height?: number
  /** 1 is opaque. */
  alpha?: number
  /** Noise does not compress: what is large in pixels is large in bytes. */
  noise?: boolean
}

/** A picture without a format yet. */
export function picture({ width = 40, height = 20, alpha = 1, noise = false }: PictureOptions = {}) {
  const background = { r: 200, g: 30, b: 60, alpha }
  const create = { width, height, channels: alpha === 1 ? (3 as const) : (4 as const), background }
  return sharp({ create: noise ? { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } : create })
}

/** Frames of rising brightness. */
export function animation({ width = 40, height = 20, frames = 3 } = {}) {
  const size = width * height * 3
  const data = Buffer.alloc(size * frames)
  for (let frame = 0; frame < frames; frame += 1) data.fill(frame * 60, frame * size, (frame + 1) * size)
  return sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
}

/** As a camera saves it: lying on its side, with the place where it was taken. */
export function photograph(options: PictureOptions = {}) {
  return picture(options)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Camera Works' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .toBuffer()
}
