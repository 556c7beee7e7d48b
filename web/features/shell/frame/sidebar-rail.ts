/** The class of parts that the collapsed sidebar has no room for. */
export const hiddenInRail = 'group-data-[sidebar=collapsed]/shell:md:hidden'
