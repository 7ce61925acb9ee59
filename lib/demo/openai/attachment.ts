import { MODEL_PICTURE_TYPES, sniffImageType } from '../../media/base64-type.ts'
import type { Refusal } from '../wire-format.ts'
import { invalid } from './refusal.ts'

/** It takes one kind of file; "JVBERi" is "%PDF-" in base64. */
export function* fileComplaints(data: string): Generator<Refusal> {
  if (!/^data:[^;,]*;base64,/.test(data))
    yield invalid("Invalid file data: 'file_data' must be a base64-encoded data URL.", 'messages', 'invalid_value')
  else if (!data.startsWith('data:application/pdf;base64,JVBERi'))
    yield invalid(
      'Invalid file data: unsupported MIME type. Expected a file with an application/pdf MIME type.',
      'messages',
      'invalid_value',
    )
}

export function* pictureComplaints(url: string): Generator<Refusal> {
  if (/^https?:\/\//.test(url)) return
  const [, declared, data = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? []
  if (declared === undefined)
    yield invalid(
      `Invalid image URL: '${url.slice(0, 40)}'. Expected a valid URL or a base64-encoded data URL.`,
      'messages',
      'invalid_image_url',
    )
  if (!MODEL_PICTURE_TYPES.some((type) => type === declared) || sniffImageType(data) === null) {
    yield invalid(
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      null,
      'invalid_image_format',
    )
  }
}

/** What a picture is, as its URL says it. */
export function pictureType(url: string): string {
  return /^data:([^;,]*)/.exec(url)?.[1] ?? 'url'
}

/** Type and name of a file. */
export function fileName(data: string, name: string): string {
  return `${pictureType(data)} ${name}`
}
