import * as z from 'zod/mini'
import { idSchema } from '../base/ids'

/** Body of `POST /api/datasets/[id]/earlier`, query of `DELETE`. versionId: of the earlier file that is meant. */
export const earlierFileRequestSchema = z.strictObject({ versionId: idSchema })
