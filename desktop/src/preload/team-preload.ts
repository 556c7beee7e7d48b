import { contextBridge } from 'electron'
import { exposeReporting } from './expose-reporting'
import { teamApi } from './team-api'

/** Pages of a team's server: nothing here reads files of this computer. */
contextBridge.exposeInMainWorld('tidemarkDesktop', teamApi)
exposeReporting()
