import type { Plugin } from 'vite';

/**
 * Replaces antd's form library with its context alone. antd's inputs only use the context, but importing it brought in
 * all forms, fields and validation (15 kB gzipped on every visit), which the console does not use.
 */
export function formsOfOurOwn(): Plugin {
  return {
    name: 'bowerbird:forms-of-our-own',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === '@rc-component/form' && /antd\/es\/form\/context\.js$/.test(importer ?? '')
        ? this.resolve('@rc-component/form/es/FormContext.js', importer, { skipSelf: true })
        : undefined;
    },
  };
}
