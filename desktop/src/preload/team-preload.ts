import { contextBridge } from 'electron'
import { exposeReporting } from './expose-reporting'
import { teamApi } from './team-api'

/** The preload script for pages of a team's server: nothing in it reads files of this computer. */
contextBridge.exposeInMainWorld('tidemarkDesktop', teamApi)
exposeReporting()
