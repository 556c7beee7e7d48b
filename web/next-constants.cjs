'use strict'

/** In the browser in place of Next's list of constants, of which the packages there only ask for these. */
exports.NEXT_NAV_DEPLOYMENT_ID_HEADER = 'x-nextjs-deployment-id'
exports.MATCHED_PATH_HEADER = 'x-matched-path'
