import { backupAnswer } from '../../../_http/backup.ts'
import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/backups', {
  async GET({ server }) {
    return await backupAnswer(server)
  },

  async POST({ server }) {
    void server.backups.begin()
    return await backupAnswer(server)
  },
})
