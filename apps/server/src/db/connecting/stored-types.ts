import { withDefaults } from '@bowerbird/catalog/stored/stored-product';
import pg from 'pg';

/**
 * How values of the database are read: as the driver does, and products in JSON with the defaults of fields that did
 * not exist when they were stored. Every query gets them, also a raw one, so an upgrade needs no change of old rows.
 */
export const storedTypes: pg.CustomTypesConfig = {
  getTypeParser(type, format) {
    return type === pg.types.builtins.JSON || type === pg.types.builtins.JSONB
      ? (text: string) => withDefaults(JSON.parse(text))
      : pg.types.getTypeParser(type, format);
  },
};
