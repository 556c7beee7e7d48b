import * as z from 'zod'
import { idSchema } from '../base/ids'

/** Body of `POST /api/datasets/[id]/earlier`. versionId: of the earlier file that is meant. */
export const goBackSchema = z.strictObject({ versionId: idSchema })
