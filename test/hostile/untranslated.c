/*
 * test/hostile/untranslated.c
 *		A server without translated messages.
 *
 * In glibc 2.36 the function that these two call takes a lock that the preloaded
 * AddressSanitizer's interceptor leaves locked, and a server hangs before it starts.
 */
char	   *bindtextdomain(const char *domain, const char *folder);
char	   *textdomain(const char *domain);

char *
bindtextdomain(const char *domain, const char *folder)
{
	(void) domain;
	return (char *) folder;
}

char *
textdomain(const char *domain)
{
	return (char *) domain;
}
