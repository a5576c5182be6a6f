/** Time after which a script or a section that has not arrived counts as lost. docs/requirements.md#15-rendering */
export const SCRIPT_TIMEOUT_MS = 9000
