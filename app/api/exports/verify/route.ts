import { HttpError } from '../../../_http/http-error.ts'
import { routes } from '../../../_http/route.ts'

/** The others are counted. */
const FAULTS_NAMED = 100

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/exports/verify', {
  async POST({ request, server: { verifier } }) {
    try {
      const { faults, ...verified } = await verifier.verify(request.body ?? [], request.signal)
      return { ...verified, faults: faults.slice(0, FAULTS_NAMED), fault_count: faults.length }
    } catch (error) {
      if (error instanceof Error && error.name === 'BadArchiveError')
        throw new HttpError('unsupported_media', error.message)
      throw error
    }
  },
})
