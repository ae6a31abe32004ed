import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** A feature may use the api, the ui and itself; what two features share belongs into one of those. */
const noOtherFeature = (own) => ({
  files: [`src/features/${own}/**`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `features/(?!${own}/)`,
            message: 'Features do not import each other: move what is shared to api/ or ui/.',
          },
          {
            regex: '^\\.\\./\\.\\./(?!\\.\\./)(?!api|ui|app|log|test)',
            message: 'Features do not import each other.',
          },
        ],
      },
    ],
  },
});

export default tseslint.config(
  { ignores: ['dist', 'target', 'src/api/schema.gen.ts'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/only-throw-error': 'off', // the router throws redirects
    },
  },
  {
    files: ['**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  { files: ['src/**/*.tsx'], ...jsxA11y.flatConfigs.recommended },
  {
    files: ['scripts/**', 'browser/**', '*.js'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  ...['runs', 'newRun', 'run', 'compare', 'overview', 'workers', 'account', 'users', 'login'].map(
    noOtherFeature,
  ),
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
);
